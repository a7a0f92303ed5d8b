"""Sends requests: errors, retries, redirects and pages."""

from __future__ import annotations

import http.client
import json
import random
import string
import time
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, NamedTuple
from urllib.parse import quote, urlencode, urljoin, urlsplit

if TYPE_CHECKING:
    from .types import NextStep, Problem

Call = Callable[..., Any]
OMIT: Any = ...
"""The default of arguments for which None has a meaning: it is sent as null."""


class ArkhouseError(Exception):
    """The service refused a request. `code` is stable; `problem` is the whole reply."""

    code = ""
    idempotency_key: str | None = None
    """The Idempotency-Key of the request, given or generated; None for a GET."""

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
    """No answer in time, or none of the service. The effect is unknown: repeat with `idempotency_key`."""

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
    """Scheme, host and port, without a default port, so that equal origins are equal strings."""
    parts = urlsplit(url)
    if "@" in parts.netloc:
        raise ValueError("The address of a service has no user name and no password.")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
        raise ValueError(f"{url!r} is not the address of a service, such as https://ark.example")
    host = parts.netloc.lower().removesuffix(":80" if parts.scheme == "http" else ":443")
    return f"{parts.scheme}://{host.rstrip(':')}"


# No handler of redirects: Transport follows them, so that the API key does not reach another origin.
_OPENER = urllib.request.OpenerDirector()
for _handler in (urllib.request.ProxyHandler(), urllib.request.HTTPHandler(), urllib.request.HTTPSHandler()):
    _OPENER.add_handler(_handler)
_MAX_REDIRECTS = 5
_RequestTo = Callable[[str], urllib.request.Request]


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
        try:
            answer = self._until_answered(url, partial(urllib.request.Request, data=data, headers=headers, method=method))
            if answer.is_problem:
                refused = f"{answer.status} {answer.body['error']}. {answer.body.get('suggestion', '')}"
                raise ArkhouseError(refused.strip(), answer.status, answer.body)
            if answer.status >= 400 or isinstance(answer.body, str) is not text:
                raise NoAnswerError(f"What answered {method} {path} with {answer.status} was not the service.")
        except ArkhouseError as error:
            error.idempotency_key = headers.get("Idempotency-Key")
            raise
        return answer.body

    def _until_answered(self, url: str, request_to: _RequestTo) -> _Answer:
        deadline = time.monotonic() + self._wait_at_most
        troubles = 0
        while True:
            answer: _Answer | None = None
            failure = NoAnswerError(f"{self.origin} does not answer.")
            try:
                answer = self._try_once(url, request_to, deadline if self._wait_at_most else float("inf"))
            except NoAnswerError as error:
                failure = error
            wait = _wait_after(answer, troubles)
            if wait is None or time.monotonic() + wait > deadline:
                if answer is None:
                    raise failure
                return answer
            troubles += 0 if answer and answer.status == 429 else 1
            time.sleep(wait)

    def _try_once(self, url: str, request_to: _RequestTo, deadline: float) -> _Answer:
        for _ in range(_MAX_REDIRECTS):
            timeout = min(self._timeout, max(0.1, deadline - time.monotonic()))
            # A new Request each time: one that used an HTTPS proxy would be sent to the proxy in clear text when reused.
            answer = self._exchange(request_to(url), timeout)
            if not 300 <= answer.status < 400:
                return answer
            redirects = f"{self.origin} redirects with {answer.status} to"
            location = quote(answer.headers.get("Location", ""), string.punctuation, "iso-8859-1")
            try:
                url = urljoin(url, location)
                origin = origin_of(url)
            except ValueError as error:
                raise RedirectError(f"{redirects} an address that is not valid.") from error
            if origin != self.origin:
                raise RedirectError(f"{redirects} {origin}: use that address if you trust it. Nothing was sent there.")
            if answer.status not in (307, 308) or not location:
                raise RedirectError(f"{self.origin} answered {answer.status} and did not say where to send the request.")
        raise RedirectError(f"{self.origin} redirects in a loop.")

    def _exchange(self, request: urllib.request.Request, timeout: float) -> _Answer:
        try:
            with _OPENER.open(request, timeout=timeout) as reply:
                text = reply.read().decode("utf-8", "replace")
            is_json = "json" in reply.headers.get("Content-Type", "").split(";")[0]
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswerError(f"{self.origin} does not answer: {error}") from error
        try:
            return _Answer(reply.status, reply.headers, json.loads(text) if is_json else text)
        except (ValueError, RecursionError) as error:
            raise NoAnswerError(f"{self.origin} sent an answer that is not readable JSON: {error}") from error


def _wait_after(answer: _Answer | None, troubles: int) -> float | None:
    """Seconds before the next try; None when the answer is final."""
    backoff = min(10.0, 0.25 * 2.0**troubles) * random.uniform(0.5, 1)
    if answer is None:
        return backoff
    if answer.status not in (409, 429, 502, 503, 504):
        return None
    asked = answer.body.get("retry_after_seconds") if answer.is_problem else answer.headers.get("Retry-After")
    if str(asked).isdecimal():
        return max(0.25, float(str(asked)))
    # A refusal without a time comes from the service and is final; other bodies come from a gateway.
    return backoff if answer.status > 500 and not answer.is_problem else None
