"""Files that commands write: whole, or not there."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from covert_command.options.file_path import write_new


def test_of_a_file_that_cannot_be_written_nothing_is_left(tmp_path: Path) -> None:
    path = tmp_path / "new"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            write_new(path, "longer than that")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.filename == str(path)
    assert not path.exists()
    write_new(path, "a text")
    with pytest.raises(FileExistsError):
        write_new(path, "another")
    assert path.read_text() == "a text"
