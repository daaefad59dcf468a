"""The file of tokens: its contents, and the way to add a holder."""

from __future__ import annotations

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from covert_server.access.files import AccessFileError
from covert_server.access.quotas import Quota
from covert_server.access.tokens import add_holder, read_tokens


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tokens.toml"


@pytest.fixture
def token(file: Path) -> str:
    return add_holder(file, "lobby", batch=False, quota=Quota())


def test_what_is_wrong_with_a_file(file: Path) -> None:
    digest = f'sha256 = "{"0" * 64}"'
    for text, wrong in {
        "a = 3": "'a' is not a holder; expected tables named by",
        "['a b']": "'a b' is not a holder",
        "[a]": "a.sha256 is missing; expected 64 hexadecimal digits",
        "[a]\nsha256 = 'ab'": "a.sha256 is (not shown); expected 64 hexadecimal digits",
        f"[a]\n{digest}\nclass = 'fast'": "a.class is 'fast'; expected interactive or batch",
        f"[a]\n{digest}\ncalls = 0": "a.calls is 0; expected a whole number from 1 to 4294967295",
        f"[a]\n{digest}\ncalls = 4294967296": "a.calls is 4294967296; expected a whole number",
        f"[a]\n{digest}\nseconds = 4294967296": "a number greater than 0, at most 4294967295",
        f"[a]\n{digest}\nseconds = true": "a.seconds is true; expected a number greater than 0",
        f"[a]\n{digest}\nquota = 1": "a.quota is 1; no such field; expected sha256, expires",
        f"[a]\n{digest}\n[b]\n{digest}": "b.sha256 is that of a too; expected a token of its own",
        f"[a]\n{digest}\nsha265 = 1": "toml:3: a.sha265 is 1; did you mean 'sha256'?",
        f"[a]\n{digest}\ncalls = [0x{'1' * 5000}]": "a number with thousands of digits",
        "covert record": "toml:1: not TOML: Expected '='",
        "[a": "; the closing ] of this section is missing; expected a table for each holder",
        "a.b.c = 1": "toml:1: a.b is a table; no such field",
    }.items():
        file.write_text(text)
        with pytest.raises(AccessFileError, match=r"tokens\.toml:[1-4]: ") as caught:
            read_tokens(file)
        assert wrong in str(caught.value)


def test_a_file_may_begin_with_a_byte_order_mark(file: Path, token: str) -> None:
    file.write_text(file.read_text(), encoding="utf-8-sig")
    assert [holder.name for holder in read_tokens(file).holders] == ["lobby"]
    add_holder(file, "nightly", batch=True, quota=Quota())
    assert [holder.name for holder in read_tokens(file).holders] == ["lobby", "nightly"]


def test_a_token_in_the_wrong_place_is_not_shown(file: Path, token: str) -> None:
    digest = f'sha256 = "{"0" * 64}"'
    for text in (
        f"[a]\nsha256 = '{token}'",
        f"[a]\nsha256 = '{token.removeprefix('covertbots_')}'",
        f"[a]\n{digest}\nclass = '{token}'",
        f"[a]\n{digest}\ncalls = ['{token}']",
        f"[a]\n{digest}\n{token} = 3",
        f"{token} = 3",
        f"[{token}]",
        f"[{token}]\n[{token}]",
    ):
        file.write_text(text)
        with pytest.raises(AccessFileError, match=r"\(not shown\)") as caught:
            read_tokens(file)
        assert token.removeprefix("covertbots_") not in str(caught.value)


def test_a_file_keeps_what_else_it_has(file: Path) -> None:
    file.write_text("# ours\n")
    file.chmod(0o640)
    add_holder(file, "a", batch=True, quota=Quota())
    add_holder(file, "b", batch=False, quota=Quota(calls=2))
    assert file.read_text().startswith("# ours\n\n[a]\n")
    assert file.stat().st_mode & 0o777 == 0o640
    assert [
        (holder.name, holder.batch, holder.quota.calls) for holder in read_tokens(file).holders
    ] == [
        ("a", True, None),
        ("b", False, 2),
    ]


def test_a_file_behind_a_link_is_written_where_it_is(file: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    whole = tmp_path / "elsewhere" / "whole.toml"
    file.symlink_to(whole)
    for name in ("a", "b"):
        add_holder(file, name, batch=False, quota=Quota())
    assert file.is_symlink()
    assert [holder.name for holder in read_tokens(whole).holders] == ["a", "b"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_file_stays_its_owners(file: Path, token: str) -> None:
    os.chown(file, 1234, 2345)
    add_holder(file, "another", batch=False, quota=Quota())
    assert (file.stat().st_uid, file.stat().st_gid) == (1234, 2345)


def test_a_file_that_cannot_stay_its_owners_is_left_alone(
    file: Path, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_permitted(*_: int) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "fchown", not_permitted)
    with pytest.raises(AccessFileError, match=r"tokens\.toml: Operation not permitted"):
        add_holder(file, "another", batch=False, quota=Quota())
    assert [holder.name for holder in read_tokens(file).holders] == ["lobby"]
    assert list(file.parent.iterdir()) == [file]


def test_of_holders_that_are_added_at_once_none_is_lost(file: Path) -> None:
    names = [f"holder-{number}" for number in range(16)]
    with ThreadPoolExecutor(len(names)) as threads:
        made = [threads.submit(add_holder, file, name, False, Quota()) for name in names]
    assert all(added.result() for added in made)
    assert sorted(holder.name for holder in read_tokens(file).holders) == sorted(names)
