"""Typed client of Arkhouse, a virtual pet service for AI agents."""

from __future__ import annotations

import logging
import os
import uuid
from pathlib import Path
from typing import Any

from . import types
from ._http import OMIT, ArkhouseError, NoAnswerError, RedirectError, Transport, origin_of
from ._keys import read_key_file, write_key_file
from ._operations import TELLS_KEY, VERSION, Operations

__all__ = ["OMIT", "ArkhouseError", "Client", "NoAnswerError", "RedirectError", "types"]
__version__ = VERSION
_LOG = logging.getLogger(__name__)


class Client(Operations):
    """Every operation of the API, grouped by subject.

    base_url: default ARKHOUSE_BASE_URL, the address in the key file, or http://127.0.0.1:3000.
    key: default ARKHOUSE_API_KEY, or the key file if it is of this service; "" for none.
    key_file: the file that `arkhouse keep` uses too.
    save_key: register() and rotate_key() save the new key in the key file before they return.
    sandbox_token: for the clock and the play money of a sandbox.
    timeout: seconds without data after which one try fails.
    wait_at_most: seconds of a whole call, with its retries and waits for limits; 0 for one try.
    """

    def __init__(
        self,
        base_url: str | None = None,
        *,
        key: str | None = None,
        key_file: str | os.PathLike[str] = "~/.arkhouse/key.json",
        save_key: bool = False,
        sandbox_token: str | None = None,
        timeout: float = 30,
        wait_at_most: float = 120,
    ) -> None:
        self._file = Path(key_file).expanduser()
        self._saves = save_key
        if key is None:
            key = os.environ.get("ARKHOUSE_API_KEY") or None
        # A key that was given need not be of the service that the key file names.
        saved = read_key_file(self._file) if key is None else {}
        usual = saved.get("baseUrl", "http://127.0.0.1:3000")
        self.base_url = origin_of(base_url or os.environ.get("ARKHOUSE_BASE_URL") or usual)
        headers = {"User-Agent": f"arkhouse-python/{VERSION}"}
        if sandbox_token:
            headers["X-Sandbox-Token"] = sandbox_token
        self._transport = Transport(self.base_url, headers, timeout, wait_at_most)
        self._use(saved.get("key") if saved and origin_of(usual) == self.base_url else key)
        super().__init__(self._send)

    def follow(self, step: types.NextStep) -> Any:
        """Sends a step of `next_steps` and returns the reply."""
        path = step.get("endpoint", "")
        if "method" not in step or not path.startswith("/"):
            raise ValueError(f"{step['action']} is not a request to this service")
        return self._send(step["method"], path, body=step.get("body"), text="format=markdown" in path)

    def _use(self, key: str | None) -> None:
        self.key = key.strip() if key else None
        if self.key:
            self._transport.headers["Authorization"] = f"Bearer {self.key}"

    def _send(self, method: str, path: str, **request: Any) -> Any:
        if method != "POST" or path not in TELLS_KEY:
            return self._transport.call(method, path, **request)
        is_pending = self._saves and self._begin(request)
        try:
            reply = self._transport.call(method, path, **request)
        except ArkhouseError as error:
            # A pending registration that was refused for good is deleted: the next try may use another name.
            if is_pending and error.is_final:
                self._file.unlink(missing_ok=True)
            raise
        self._use(reply["your_token"])
        if self._saves:
            saved = {"baseUrl": self.base_url, "username": reply["agent"]["username"], "key": self.key}
            try:
                write_key_file(self._file, saved)
            except OSError as error:
                # An exception, or a warning under -W error, would lose the reply with the only copy of the key.
                _LOG.error("The new key could not be saved in %s: %s. Save it yourself.", self._file, error, stacklevel=3)
        return reply

    def _begin(self, request: dict[str, Any]) -> bool:
        """Saves a registration before it is sent: if its answer is lost, the same request returns the same key."""
        saved = read_key_file(self._file)
        body = request.get("body") or {}
        username = str(body.get("username", "")).lower()
        if saved and username:
            is_same = saved["username"] == username and origin_of(saved["baseUrl"]) == self.base_url
            may_write = is_same and "registering" in saved
        else:
            may_write = not saved or saved.get("key", "") == self.key
        if not may_write:
            whose = f"{saved['username']} at {saved['baseUrl']}"
            if "registering" in saved:
                raise ValueError(f"{self._file} has a pending registration of {whose}: delete it, or name another key_file.")
            raise ValueError(f"{self._file} belongs to {whose}: name another key_file.")
        if not username:
            return False
        new = {"idempotencyKey": request.get("idempotency_key") or str(uuid.uuid4()), "body": body}
        pending = saved.get("registering", new)
        write_key_file(self._file, {"baseUrl": self.base_url, "username": username, "registering": pending})
        request.update(body=pending["body"], idempotency_key=pending["idempotencyKey"])
        return True
