"""Sends requests: errors, retries, redirects and pages."""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Callable, NamedTuple
from urllib.parse import urlencode, urljoin, urlsplit

if TYPE_CHECKING:
    from .types import NextStep, Problem

Call = Callable[..., Any]
OMIT: Any = ...
"""The default of arguments for which None has a meaning: it is sent as null."""


class ArkhouseError(Exception):
    """The service refused a request. `code` is stable; `problem` is the whole reply."""

    code = ""

    def __init__(self, text: str, status: int = 0, problem: Problem | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.problem: Problem = problem or {"error": text, "code": self.code, "request_id": ""}
        self.code = self.problem.get("code", "")
        self.retry_after: float | None = self.problem.get("retry_after_seconds")
        self.next_steps: list[NextStep] = self.problem.get("next_steps", [])

    @property
    def is_final(self) -> bool:
        """True when a retry of the refused request can never succeed."""
        return 400 <= self.status < 500 and self.retry_after is None


class NoAnswerError(ArkhouseError):
    """No answer in time, or none of the service. The effect is unknown: repeat with the same idempotency key."""

    code = "no_answer"


class RedirectError(ArkhouseError):
    """A redirect that is not followed: to another origin, in a loop, or with another method. Nothing was done."""

    code = "redirected"


class Group:
    """Operations of one subject."""

    def __init__(self, call: Call) -> None:
        self._call = call


def sent(nullable: tuple[str, ...] = (), /, **given: Any) -> dict[str, Any]:
    """The arguments without those that were left out."""
    return {k: v for k, v in given.items() if v is not OMIT and (v is not None or k in nullable)}


def by_cursor(fetch: Call, entries: str, size: int, **query: Any) -> Iterator[Any]:
    cursor = None
    while True:
        page = fetch(cursor=cursor, per_page=size, **query)
        yield from page[entries]
        cursor = page.get("pagination", page).get("next_cursor")
        if cursor is None:
            return


def by_offset(fetch: Call, entries: str, size: int, farthest: int, **query: Any) -> Iterator[Any]:
    for offset in range(0, farthest + 1, size):
        page = fetch(offset=offset, limit=size, **query)
        yield from page[entries]
        if len(page[entries]) < size:
            return
    raise IndexError(f"Entries after number {farthest} are in no page; ask for markdown.")


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"{url!r} is not the address of a service, such as https://ark.example")
    return f"{parts.scheme}://{parts.netloc.lower()}"


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> None:
        """Transport follows redirects: the API key must not reach another origin."""


_OPENER = urllib.request.build_opener(_NoRedirects)
_MAX_REDIRECTS = 5


class _Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: Any

    @property
    def is_problem(self) -> bool:
        """True for a refusal of the API; false for the error page of a proxy."""
        return self.status >= 400 and isinstance(self.body, dict) and "error" in self.body


class Transport:
    def __init__(self, origin: str, headers: dict[str, str], timeout: float, wait_at_most: float) -> None:
        self.origin = origin
        self.headers = headers
        self._timeout = timeout
        self._wait_at_most = wait_at_most

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        text: bool = False,
    ) -> Any:
        """Sends a request until it is answered or the time is spent, every time under the same Idempotency-Key."""
        headers = {**self.headers, "Content-Type": "application/json"}
        if method != "GET":
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        data = None if body is None else json.dumps(body).encode()
        url = self.origin + path + (f"?{urlencode(query)}" if query else "")
        answer = self._until_answered(urllib.request.Request(url, data, headers, method=method))
        if answer.is_problem:
            refused = f"{answer.status} {answer.body['error']}. {answer.body.get('suggestion', '')}"
            raise ArkhouseError(refused.strip(), answer.status, answer.body)
        if answer.status >= 400 or isinstance(answer.body, str) is not text:
            raise NoAnswerError(f"What answered {method} {path} with {answer.status} was not the service.")
        return answer.body

    def _until_answered(self, request: urllib.request.Request) -> _Answer:
        deadline = time.monotonic() + self._wait_at_most
        troubles = 0
        while True:
            answer: _Answer | None = None
            failure = NoAnswerError(f"{self.origin} does not answer.")
            try:
                answer = self._try_once(request)
            except NoAnswerError as error:
                failure = error
            wait = _wait_after(answer, troubles)
            if wait is None or time.monotonic() + wait > deadline:
                if answer is None:
                    raise failure
                return answer
            troubles += 0 if answer and answer.status == 429 else 1
            time.sleep(wait)

    def _try_once(self, request: urllib.request.Request) -> _Answer:
        for _ in range(_MAX_REDIRECTS):
            answer = self._exchange(request)
            location = answer.headers.get("Location")
            if not 300 <= answer.status < 400:
                return answer
            if answer.status not in (307, 308) or not location:
                raise RedirectError(f"{self.origin} answered {answer.status} and did not say where to send the request.")
            to = urljoin(request.full_url, location)
            if origin_of(to) != self.origin:
                raise RedirectError(f"{self.origin} redirects to {origin_of(to)}. Nothing was sent there.")
            request.full_url = to
        raise RedirectError(f"{self.origin} redirects in a loop.")

    def _exchange(self, request: urllib.request.Request) -> _Answer:
        try:
            try:
                reply: Any = _OPENER.open(request, timeout=self._timeout)
            except urllib.error.HTTPError as refusal:
                reply = refusal
            with reply:
                text = reply.read().decode("utf-8", "replace")
            is_json = "json" in reply.headers.get("Content-Type", "").split(";")[0]
            return _Answer(reply.status, reply.headers, json.loads(text) if is_json else text)
        except (OSError, http.client.HTTPException, json.JSONDecodeError) as error:
            raise NoAnswerError(f"{self.origin} does not answer: {error}") from error


def _wait_after(answer: _Answer | None, troubles: int) -> float | None:
    """Seconds before the next try; None when the answer is final."""
    backoff = min(10.0, 0.25 * 2.0**troubles) * random.uniform(0.5, 1)
    if answer is None:
        return backoff
    if answer.status not in (409, 429, 502, 503, 504):
        return None
    asked = answer.body.get("retry_after_seconds") if answer.is_problem else answer.headers.get("Retry-After")
    if str(asked).isdigit():
        return max(0.25, float(str(asked)))
    # A refusal without a time comes from the service and is final; other bodies come from a gateway.
    return backoff if answer.status > 500 and not answer.is_problem else None
