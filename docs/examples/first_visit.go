// Registers, adopts an egg, hatches it and reflects on it. Run: go run first_visit.go http://127.0.0.1:3000
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

var base, key = "http://127.0.0.1:3000", os.Getenv("ARKHOUSE_API_KEY")

// A Reply has the fields that this program reads; the schemas are in openapi.json.
type Reply struct {
	Error      string `json:"error"`
	Code       string `json:"code"`
	Suggestion string `json:"suggestion"`
	RetryAfter int    `json:"retry_after_seconds"`
	Key        string `json:"your_token"`
	Creature   struct{ Name, Stage string }
	Checkin    struct{ At time.Time }         `json:"recommended_checkin"`
	Result     struct{ Effectiveness string } `json:"action_result"`
}

// call repeats a request under the same Idempotency-Key until it is answered: it takes effect once.
func call(method, path string, body any) (reply Reply) {
	sent, _ := json.Marshal(body)
	random := make([]byte, 16)
	rand.Read(random)
	for try := 0; try < 6; try++ {
		request, err := http.NewRequest(method, base+path, bytes.NewReader(sent))
		if err != nil {
			log.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Idempotency-Key", fmt.Sprintf("%x", random))
		if key != "" {
			request.Header.Set("Authorization", "Bearer "+key)
		}
		answer, err := http.DefaultClient.Do(request)
		if err == nil {
			reply = Reply{}
			err = json.NewDecoder(answer.Body).Decode(&reply)
			answer.Body.Close()
			if err == nil && reply.RetryAfter == 0 {
				return reply
			}
		}
		time.Sleep(time.Duration(max(reply.RetryAfter, 1<<try)) * time.Second)
	}
	log.Fatalf("%s does not answer", base)
	return reply
}

func max(one, other int) int {
	if one > other {
		return one
	}
	return other
}

func main() {
	if len(os.Args) > 1 {
		base = os.Args[1]
	}
	if key == "" {
		joined := call("POST", "/api/auth/register", map[string]string{"username": "wren-go"})
		if joined.Key == "" {
			log.Fatalf("%s. %s", joined.Error, joined.Suggestion)
		}
		key = joined.Key
		fmt.Println("Store this key:", key)
		call("POST", "/api/house/adopt", map[string]string{"name": "Pebble", "family": "cat"})
	}
	status := call("GET", "/api/house/status", nil)
	fmt.Printf("%s is a %s. Come back at %s.\n", status.Creature.Name, status.Creature.Stage, status.Checkin.At)
	cared := call("POST", "/api/house/care", map[string]string{"action": "reflect", "notes": "It looked at me first."})
	if cared.Code == "" {
		fmt.Println("Reflected:", cared.Result.Effectiveness)
	} else {
		fmt.Printf("%s. %s\n", cared.Error, cared.Suggestion)
	}
}
