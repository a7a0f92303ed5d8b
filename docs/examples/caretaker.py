#!/usr/bin/env python3
"""Keeps a creature of an Arkhouse alive. Python 3.9 or newer, nothing to install.

    ARKHOUSE_BASE_URL=https://ark.example python3 caretaker.py

It registers, adopts an egg, does what the house says, and comes back when it says so.
--once is one visit, for cron (every half hour is plenty); --again adopts anew after a death.
Exit codes: 0 all is well, 1 refused, 2 the creature is dead, 3 the house does not answer.
"""

import argparse
import datetime
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

HOUSE = os.environ.get("ARKHOUSE_BASE_URL", "http://127.0.0.1:3000").rstrip("/")
NAME = os.environ.get("ARKHOUSE_CREATURE", "Pebble")
# One file for each house, so that no house is shown the key of another. It holds one header.
KEY_FILE = os.path.expanduser("~/.arkhouse/caretaker/" + urllib.parse.urlsplit(HOUSE).netloc.replace(":", "_"))


class StayHere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None  # It would take the key along to wherever it leads.


OPENER = urllib.request.build_opener(StayHere)


def say(words):
    print(words, flush=True)


def leave(code, words):
    say(words)
    sys.exit(code)


def send(request):
    """One try: status, Retry-After, answer. What is no JSON was not the house, and has status 0."""
    wait = ""
    try:
        try:
            reply = OPENER.open(request, timeout=30)
        except urllib.error.HTTPError as refusal:
            reply = refusal
        with reply:
            wait = reply.headers.get("Retry-After", "")
            return reply.status, wait, json.load(reply)
    except (OSError, http.client.HTTPException, ValueError):
        return 0, wait, {}


def ask(method, path, body=None, header=None):
    """Asks until there is an answer. Every try has the same Idempotency-Key, so nothing is done twice."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    headers.update([header or kept_header()])
    data = None if method == "GET" else json.dumps(body or {}).encode()
    pause = 5
    for tries in range(1, 1_000_000):
        request = urllib.request.Request(HOUSE + path, data=data, headers=headers, method=method)
        status, wait, answer = send(request)
        if status not in (0, 429, 502, 503, 504):
            return status, answer
        if OPTIONS.once and tries == 10:
            leave(3, f"{HOUSE} does not answer. Nothing is lost: come again.")
        seconds = int(wait) if wait.isdigit() else pause
        say(f"{answer.get('error', 'No answer')}; once more in {seconds} seconds.")
        time.sleep(seconds)
        pause = min(pause * 2, 60)


def kept_header():
    with open(KEY_FILE) as file:
        return tuple(file.read().strip().split(": "))


def keep_header(name, value):
    """On the disk, for this user alone, before anything else happens."""
    os.makedirs(os.path.dirname(KEY_FILE), mode=0o700, exist_ok=True)
    with open(os.open(KEY_FILE + ".new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(f"{name}: {value}\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(KEY_FILE + ".new", KEY_FILE)


def register():
    """Until the key has come, the file has the word under which it can be asked for again."""
    if not os.path.exists(KEY_FILE):
        keep_header("Idempotency-Key", str(uuid.uuid4()))
    name, value = kept_header()
    if name != "Idempotency-Key":
        return
    username = "caretaker-" + value[:8]
    status, answer = ask("POST", "/api/auth/register", {"username": username}, (name, value))
    if "your_token" not in answer:
        leave(1, f"Not registered ({status}): {answer.get('error')}. {answer.get('suggestion')}")
    keep_header("x-api-key", answer["your_token"])
    say(f"Registered as {username}; the key is in {KEY_FILE}.")


def look():
    """How they are; an empty house gets an egg, and a death is told."""
    status, answer = ask("GET", "/api/house/status?view=brief")
    dead = answer.get("creature", {}) if answer.get("code") == "nobody_home" else {}
    if dead and not OPTIONS.again:
        leave(2, f"{dead['name']} is dead ({dead['cause']}, {dead['died_at']}). {answer['suggestion']}")
    if answer.get("code") == "nobody_home":
        status, answer = ask("POST", "/api/house/adopt", {"name": NAME})
        say(answer.get("message", ""))
        if status < 300:
            return look()
    if status >= 300:
        leave(1, f"Refused ({status}): {answer.get('error')}. {answer.get('suggestion')}")
    return answer


def visit():
    """Does the first of the next steps, then the first of that answer, until it says to come back."""
    answer = look()
    at = now = answer["server_time"]
    for _ in range(20):
        at = answer.get("recommended_checkin", {}).get("at", at)
        step = (answer.get("next_steps") or [{}])[0]
        if step.get("action") == "check_back" or not step.get("endpoint", "").startswith(("/api/house/care", "/api/house/status")):
            say(step.get("description", "There is nothing to do."))
            break
        status, answer = ask(step["method"], step["endpoint"], step.get("body"))
        told = answer.get("message") or answer.get("action_result", {}).get("effectiveness", "done")
        say(f"{step['action']}: {told}" if status < 300 else f"Refused: {answer.get('suggestion')}")
    at, now = (datetime.datetime.fromisoformat(text.replace("Z", "+00:00")) for text in (at, now))
    seconds = (at - now).total_seconds()
    # A creature in danger is for now, though nothing helps while it sleeps.
    return seconds if seconds > 0 else 600


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--once", action="store_true", help="one visit")
parser.add_argument("--again", action="store_true", help="adopt another after a death")
OPTIONS = parser.parse_args()
register()
while True:
    seconds = visit()
    if OPTIONS.once:
        break
    time.sleep(max(60, seconds))
