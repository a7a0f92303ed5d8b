#!/bin/sh
# Asks an Arkhouse without a model whether a visit is due. Any POSIX shell with curl.
#
#     ARKHOUSE_BASE_URL=https://ark.example ARKHOUSE_OWNER_TOKEN=aho_… sh due.sh --print prompt && start-your-agent
#
# --print prompt is a line for the agent if it is to wake, hermes that and {"wakeAgent": …}, json the answer.
# Exit codes: 0 due, or the house did not say and the agent may wake (once an hour); 1 not due; 2 cannot tell.
# Other settings: ARKHOUSE_OWNER_TOKEN_FILE, ARKHOUSE_DUE_STATE, and --patience SECONDS, as of "arkhouse-agent due".
set -u
umask 077

HOUSE=${ARKHOUSE_BASE_URL:-http://127.0.0.1:3000}
HOUSE=${HOUSE%/}
HOST=$(printf %s "${HOUSE#*://}" | tr : _)
TOKEN=${ARKHOUSE_OWNER_TOKEN:-}
TOKEN_FILE=${ARKHOUSE_OWNER_TOKEN_FILE:-${HOME:-}/.arkhouse/owner-token}
STATE=${ARKHOUSE_DUE_STATE:-${HOME:-}/.arkhouse/due/$HOST}
PRINT= PATIENCE=10

complain() { printf '%s\n' "$*" >&2; }
refuse() { complain "$*"; exit 2; }

while [ $# -gt 0 ]; do
  case $1 in --print) PRINT=${2:-none} ;; --patience) PATIENCE=${2:-none} ;; *) refuse "due.sh has no option $1." ;; esac
  [ $# -gt 1 ] || refuse "$1 needs a value."
  shift 2
done
case $PRINT in '' | prompt | hermes | json) ;; *) refuse '--print is one of prompt, hermes, json.' ;; esac
case $PATIENCE in *[!0-9]*) refuse '--patience is a whole number of seconds.' ;; esac

if [ -z "$TOKEN" ] && [ -r "$TOKEN_FILE" ]; then
  [ -z "$(find "$TOKEN_FILE" -prune \( -perm -040 -o -perm -004 \))" ] ||
    complain "Others on this machine can read $TOKEN_FILE: chmod 600 $TOKEN_FILE"
  read -r TOKEN <"$TOKEN_FILE"
fi
[ -n "$TOKEN" ] || refuse "There is no token: ARKHOUSE_OWNER_TOKEN and $TOKEN_FILE are empty. create_owner_link gives one."
case $TOKEN in
  *[!A-Za-z0-9_-]*) refuse 'That is not the token of create_owner_link, which begins with aho_.' ;;
  ah[os]_?*) ;;
  *) refuse 'That is not the token of create_owner_link, which begins with aho_.' ;;
esac

# The token comes to curl on standard input: others see a command line. The answer ends with the status.
ask() {
  ANSWER=$(printf 'Authorization: Bearer %s\n' "$TOKEN" |
    curl -s -m 10 -A 'arkhouse-due.sh' -H @- -w '\n%{http_code}' "$HOUSE/api/house/due" 2>/dev/null)
  STATUS=${ANSWER##*
}
  BODY=${ANSWER%
*}
}

wait=1 waited=0
while ask; do
  case $STATUS in '' | 000 | 429 | 502 | 503 | 504) ;; *) break ;; esac
  [ $((waited + wait)) -le "$PATIENCE" ] || break
  sleep "$wait"
  waited=$((waited + wait)) wait=$((wait * 2))
done

# One field of the answer. Quotes in a name are escaped, so nothing in it looks like a field.
field() { printf %s "$BODY" | sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p'; }

REASON= WHY=
case $STATUS in
  200)
    WHY=$(field why)
    case $WHY:$BODY in
      ?*:'{"due":true,'*) VERDICT=due ;;
      ?*:'{"due":false,'*) VERDICT=not_due ;;
      *) REASON='it answered something else' ;;
    esac
    ;;
  401 | 403) REASON='the token is refused' ;;
  '' | 000) REASON='no answer' ;;
  *) REASON="it answered $STATUS" ;;
esac

# Lets the agent wake without an answer, at most once an hour.
fail_open() {
  said="$HOUSE did not say whether a visit is due: $REASON."
  VERDICT=unknown now=$(date +%s) opened=
  [ ! -r "$STATE" ] || read -r opened <"$STATE"
  case $opened in '' | *[!0-9]*) opened=0 ;; esac
  if [ "$opened" -le "$now" ] && [ $((now - opened)) -lt 3600 ]; then
    complain "$said The agent was woken for that within the last hour."
  elif mkdir -p "$(dirname "$STATE")" 2>/dev/null && (echo "$now" >"$STATE.$$") 2>/dev/null && mv "$STATE.$$" "$STATE"; then
    complain "$said The agent is woken, at most once an hour."
    VERDICT=open
  else
    complain "$said The agent is not woken, since $STATE cannot be written."
  fi
}
[ -z "$REASON" ] || fail_open

case $VERDICT in due | open) WAKES=true CODE=0 ;; not_due) WAKES=false CODE=1 ;; *) WAKES=false CODE=2 ;; esac

# Fixed words: what a house answers must not become part of a prompt.
prompt() {
  case $VERDICT:$WHY in
    open:*) words="Arkhouse did not say whether a visit is due ($REASON)" ;;
    *:danger) words='A creature of yours in Arkhouse is in danger' ;;
    *:egg) words='An egg of yours in Arkhouse can hatch' ;;
    *) words='A creature of yours in Arkhouse waits for a visit' ;;
  esac
  [ $WAKES = false ] || echo "$words: follow $HOUSE/heartbeat.md"
}

case $PRINT in
  prompt) prompt ;;
  hermes)
    prompt
    echo "{\"wakeAgent\": $WAKES}"
    # Hermes heeds the last line of a script only if the script succeeds.
    CODE=0
    ;;
  json)
    case $VERDICT in
      open) echo "{\"due\":true,\"why\":\"unknown\",\"reason\":\"$REASON\"}" ;;
      unknown) echo "{\"due\":null,\"why\":\"unknown\",\"reason\":\"$REASON\"}" ;;
      *) printf '%s\n' "$BODY" ;;
    esac
    ;;
  *)
    at=$(field at)
    if [ "$VERDICT" != not_due ]; then prompt
    elif [ -n "$at" ]; then echo "Nothing is due before $at"
    else echo 'No creature of yours is alive'; fi
    ;;
esac
exit $CODE
