"""The key file that `arkhouse keep`, `arkhouse mcp` and the TypeScript client use too."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


def read_key_file(path: Path) -> dict[str, Any]:
    """`baseUrl`, `username` and `key`, or instead of `key` a pending registration; empty when there is no file."""
    try:
        with open(path, encoding="utf-8") as file:
            # Windows has no file mode bits to check.
            if os.name != "nt" and os.fstat(file.fileno()).st_mode & 0o077:
                raise PermissionError(f"Others can read {path}: run chmod 600, and rotate the key if they may have.")
            saved = json.load(file)
    except FileNotFoundError:
        return {}
    except ValueError:
        saved = None
    if not isinstance(saved, dict) or not {"baseUrl", "username"} < saved.keys():
        raise ValueError(f"{path} is not a key file of Arkhouse. Name another file, or move it away.")
    return saved


def write_key_file(path: Path, content: dict[str, Any]) -> None:
    """Atomic (temporary file, fsync, rename), readable by this user alone."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    # A file of an earlier run may be readable by others.
    beside.unlink(missing_ok=True)
    with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(json.dumps(content, indent=2) + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
    if os.name != "nt":
        # Without fsync of the folder the renamed file may be lost in a power failure.
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
