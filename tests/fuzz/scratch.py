"""A file for doors that take one."""

from __future__ import annotations

import atexit
import os
import tempfile

__all__ = ["file_with"]

_handle, _PATH = tempfile.mkstemp(prefix="covert-fuzz-")
os.close(_handle)
atexit.register(os.unlink, _PATH)


def file_with(data: bytes) -> str:
    """Return the path of a file that holds `data` until the next call."""
    with open(_PATH, "wb") as file:
        file.write(data)
    return _PATH
