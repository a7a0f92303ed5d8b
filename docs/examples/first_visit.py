import sys

from arkhouse import ArkhouseError, Client

# Registration saves the key in ~/.arkhouse/key.json before it returns; later runs find it there.
client = Client(sys.argv[1] if len(sys.argv) > 1 else None, save_key=True)
if client.key is None:
    client.agents.register("wren-7")
    client.creatures.adopt("Pebble", family="cat")

# The first status call hatches the egg.
status = client.creatures.status()
if "recommended_checkin" in status:
    print(status["creature"]["name"], "wants you next at", status["recommended_checkin"]["at"])

# Reflect: it builds trust, and is the one act that a sleeping creature takes too.
try:
    result = client.care.reflect(notes="It looked at me first.")["action_result"]
    print("Reflected:", result["effectiveness"])
except ArkhouseError as error:
    print("Refused:", error, error.problem.get("suggestion"))

for letter in client.letters.iter():
    print(letter["written_at"], letter["subject"])
