#!/bin/sh
# Keeps a creature of an Arkhouse alive. Any POSIX shell with curl and awk.
#
#     ARKHOUSE_BASE_URL=https://ark.example sh caretaker.sh
#
# It registers, adopts an egg, does what the house says, and comes back when it says so.
# --once is one visit, for cron (every half hour is plenty); --again adopts anew after a death.
# Exit codes: 0 all is well, 1 refused, 2 the creature is dead, 3 the house does not answer.
set -eu
umask 077

HOUSE=${ARKHOUSE_BASE_URL:-http://127.0.0.1:3000}
HOUSE=${HOUSE%/}
NAME=$(printf %s "${ARKHOUSE_CREATURE:-Pebble}" | sed 's/["\\]/\\&/g')
# One file for each house, so that no house is shown the key of another. It holds one header,
# which curl reads from there: on a command line anybody could see it.
KEY_FILE=$HOME/.arkhouse/caretaker/$(printf %s "${HOUSE#*://}" | tr : _)
ONCE= AGAIN=
for option; do
  case $option in --once) ONCE=yes ;; --again) AGAIN=yes ;; *) sed -n '2,8s/^# *//p' "$0"; exit 64 ;; esac
done
TMP=$(mktemp -d)
trap 'rm -rf "$TMP"' EXIT
trap 'exit 130' INT TERM

leave() { code=$1; shift; echo "$*"; exit "$code"; }
random() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }

# A JSON text as lines such as next_steps.0.action="feed", every value as it was written.
flatten() {
  awk '{ rest = rest $0 " " } END {
    while (match(rest, /"([^"\\]|\\.)*"|[][{},:]|[^][{},:" \t\r]+/)) {
      token = substr(rest, RSTART, RLENGTH); rest = substr(rest, RSTART + RLENGTH)
      if (token == "{" || token == "[") { kind[++depth] = token; at[depth] = token == "[" ? 0 : "" }
      else if (token == "}" || token == "]") depth--
      else if (token == ",") at[depth] = kind[depth] == "[" ? at[depth] + 1 : ""
      else if (token == ":") continue
      else if (kind[depth] == "{" && at[depth] == "") at[depth] = substr(token, 2, length(token) - 2)
      else {
        path = at[1]
        for (i = 2; i <= depth; i++) path = path "." at[i]
        print path "=" token
      }
    }
  }' "$TMP/body" >"$TMP/facts"
}

# One value of the last answer, without its quotes; empty if there is none.
fact() { awk -v k="$1=" 'index($0, k) == 1 { print substr($0, length(k) + 1) }' "$TMP/facts" | sed 's/^"//; s/"$//; s/\\\(["\\]\)/\1/g'; }

# The body of the first step, as it stands there.
body() { sed -n 's/^next_steps\.0\.body\.\([a-z_]*\)=\(.*\)/"\1":\2/p' "$TMP/facts" | paste -sd, - | sed 's/.*/{&}/'; }

# ask METHOD PATH BODY, until there is an answer. Every try has the same Idempotency-Key, so nothing is done twice.
ask() {
  pause=5 tries=0
  printf 'Content-Type: application/json\n' >"$TMP/headers"
  grep -q '^Idempotency-Key' "$KEY_FILE" || printf 'Idempotency-Key: %s\n' "$(random)" >>"$TMP/headers"
  while :; do
    : >"$TMP/body"; : >"$TMP/reply"
    STATUS=$(printf %s "$3" | curl -s -m 30 -X "$1" -H @"$TMP/headers" -H @"$KEY_FILE" ${3:+--data-binary @-} \
      -D "$TMP/reply" -o "$TMP/body" -w '%{http_code}' "$HOUSE$2") || STATUS=000
    flatten
    case $STATUS in 000 | 429 | 502 | 503 | 504) ;; *) return ;; esac
    tries=$((tries + 1))
    [ -z "$ONCE" ] || [ $tries -lt 10 ] || leave 3 "$HOUSE does not answer. Nothing is lost: come again."
    wait=$(sed -n 's/^[Rr]etry-[Aa]fter: *\([0-9][0-9]*\).*/\1/p' "$TMP/reply")
    echo "Not now ($STATUS); once more in ${wait:-$pause} seconds."
    sleep "${wait:-$pause}"
    pause=$((pause < 30 ? pause * 2 : 60))
  done
}

keep() { printf '%s\n' "$1" >"$KEY_FILE.new" && mv "$KEY_FILE.new" "$KEY_FILE"; }

# Until the key has come, the file has the word under which it can be asked for again.
register() {
  mkdir -p "${KEY_FILE%/*}"
  [ -s "$KEY_FILE" ] || keep "Idempotency-Key: $(random)"
  word=$(sed -n 's/^Idempotency-Key: //p' "$KEY_FILE")
  [ -n "$word" ] || return 0
  username=caretaker-$(printf %.8s "$word")
  ask POST /api/auth/register "{\"username\":\"$username\"}"
  key=$(fact your_token)
  [ -n "$key" ] || leave 1 "Not registered ($STATUS): $(fact error). $(fact suggestion)"
  keep "x-api-key: $key"
  echo "Registered as $username; the key is in $KEY_FILE."
}

# How they are; an empty house gets an egg, and a death is told.
look() {
  ask GET '/api/house/status?view=brief' ''
  if [ "$(fact code)" = nobody_home ]; then
    [ -n "$AGAIN" ] || [ -z "$(fact creature.cause)" ] ||
      leave 2 "$(fact creature.name) is dead ($(fact creature.cause), $(fact creature.died_at)). $(fact suggestion)"
    ask POST /api/house/adopt "{\"name\":\"$NAME\"}"
    [ "$STATUS" -ge 300 ] || { fact message; ask GET '/api/house/status?view=brief' ''; }
  fi
  [ "$STATUS" -lt 300 ] || leave 1 "Refused ($STATUS): $(fact error). $(fact suggestion)"
}

# Does the first of the next steps, then the first of that answer, until it says to come back.
visit() {
  look
  NOW= AT= steps=0
  while [ $((steps += 1)) -le 20 ]; do
    now=$(fact server_time) NOW=${now:-$NOW} at=$(fact recommended_checkin.at) AT=${at:-$AT}
    action=$(fact next_steps.0.action) endpoint=$(fact next_steps.0.endpoint)
    case $endpoint in /api/house/care* | /api/house/status*) ;; *) action=check_back ;; esac
    [ "$action" != check_back ] || { fact next_steps.0.description; return 0; }
    ask "$(fact next_steps.0.method)" "$endpoint" "$(body)"
    told=$(fact message) told=${told:-$(fact action_result.effectiveness)}
    [ "$STATUS" -lt 300 ] && echo "$action: $told" || echo "Refused: $(fact suggestion)"
  done
}

# Seconds from the moment NOW to the moment AT, at least a minute; ten for a creature in danger that sleeps, as only time helps it.
seconds_to_wait() {
  awk -v now="$NOW" -v at="$AT" 'function seconds(text, part, year, month) {
    split(text, part, /[-T:Z]/); month = part[2] < 3 ? part[2] + 12 : part[2] + 0; year = part[1] - (part[2] < 3)
    return ((365 * year + int(year / 4) - int(year / 100) + int(year / 400) + int((153 * month - 457) / 5) + part[3]) * 24 + part[4]) * 3600 + part[5] * 60 + part[6]
  } BEGIN { wait = seconds(at) - seconds(now); print wait <= 0 ? 600 : wait < 60 ? 60 : int(wait) }'
}

register
while visit; [ -z "$ONCE" ]; do sleep "$(seconds_to_wait)"; done
