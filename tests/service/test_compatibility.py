"""The .proto files keep the promises of the last release, and each kind of break is noticed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorSet, MethodOptions
from google.protobuf.descriptor_pool import DescriptorPool

PROTO = Path(__file__).resolve().parents[2] / "proto"


def load() -> ModuleType:
    spec = spec_from_file_location("compatibility", PROTO / "compatibility.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


compatibility = load()
RELEASED: FileDescriptorSet = compatibility.released()
LIMITS = ".covertbots.v1.Limits"


def test_what_was_released_still_holds() -> None:
    assert compatibility.breaks(RELEASED, compatibility.present()) == []
    assert len(RELEASED.file) >= 8


def test_the_promise_holds_all_that_it_imports_in_an_order_that_can_be_read() -> None:
    """Its readers, buf and protoc's `--descriptor_set_in`, need no other file."""
    pool = DescriptorPool()
    for file in RELEASED.file:
        assert set(file.dependency) <= set(names_before(file.name)), file.name
        pool.Add(file)
        assert pool.FindFileByName(file.name).name == file.name


def names_before(name: str) -> list[str]:
    names = [file.name for file in RELEASED.file]
    return names[: names.index(name)]


def test_both_games_are_promised() -> None:
    games = {"covert", "covert_action"}
    for file, message in (("view", "View"), ("referee", "Record"), ("action", "Action")):
        assert games <= {field.name for field in message_of(RELEASED, file, message).field}
    for file, message in (("covert_view", "CovertView"), ("covert_action", "CovertActionView")):
        assert message_of(RELEASED, file, message).field
    methods = {method.name for method in file_of(RELEASED, "referee").service[0].method}
    assert {"Deal", "Advance", "ListLegalActions", "ReviewGame"} <= methods


def buf(*arguments: str) -> subprocess.CompletedProcess[str]:
    beside = Path(sys.executable).with_name("buf")
    program = str(beside) if beside.exists() else shutil.which("buf")
    if program is None:
        pytest.skip("buf is not installed; `pip install buf-bin` installs it")
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)


def test_buf_reads_the_promise_and_finds_it_kept() -> None:
    done = buf("breaking", str(PROTO), "--against", str(compatibility.RELEASED))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_buf_finds_a_break(tmp_path: Path) -> None:
    changed = tmp_path / "covertbots" / "v1"
    changed.mkdir(parents=True)
    for path in (PROTO / "covertbots" / "v1").glob("*.proto"):
        (changed / path.name).write_text(path.read_text())
    actions = changed / "covert_action.proto"
    actions.write_text(actions.read_text().replace("DECISION_ORDER = 3;", "DECISION_ORDER = 4;"))
    done = buf("breaking", str(tmp_path), "--against", str(compatibility.RELEASED))
    assert done.returncode == 100
    assert 'enum value "3" on enum "Decision"' in done.stdout


def file_of(files: FileDescriptorSet, name: str) -> Any:
    return next(file for file in files.file if file.name == f"covertbots/v1/{name}.proto")


def named(messages: Any, name: str) -> Any:
    return next(message for message in messages if message.name == name)


def message_of(files: FileDescriptorSet, file: str, name: str) -> Any:
    return named(file_of(files, file).message_type, name)


def field_of(files: FileDescriptorSet, name: str) -> Any:
    """Return a field of SuggestMoveRequest."""
    return named(message_of(files, "opponent", "SuggestMoveRequest").field, name)


def enum_of(files: FileDescriptorSet) -> Any:
    return named(file_of(files, "suggestion").enum_type, "StopReason")


def method_of(files: FileDescriptorSet, name: str) -> Any:
    return named(file_of(files, "opponent").service[0].method, name)


def drop(messages: Any, name: str) -> None:
    messages.remove(named(messages, name))


def drop_field(files: FileDescriptorSet, *, number: bool = False, name: bool = False) -> None:
    message = message_of(files, "opponent", "SuggestMoveRequest")
    gone = named(message.field, "seed")
    if number:
        message.reserved_range.add(start=gone.number, end=gone.number + 1)
    if name:
        message.reserved_name.append("seed")
    message.field.remove(gone)


def drop_value(files: FileDescriptorSet, *, reserved: bool) -> None:
    enum = enum_of(files)
    gone = named(enum.value, "STOP_REASON_TIME")
    if reserved:
        enum.reserved_range.add(start=gone.number, end=gone.number)
        enum.reserved_name.append(gone.name)
    enum.value.remove(gone)


def into_a_oneof(files: FileDescriptorSet) -> None:
    message = message_of(files, "opponent", "SuggestMoveRequest")
    message.oneof_decl.add(name="how")
    named(message.field, "limits").oneof_index = 0


SUGGEST = "covertbots.v1.SuggestMoveRequest"
BREAKS: list[tuple[Callable[[FileDescriptorSet], Any], str]] = [
    (lambda files: files.file.remove(file_of(files, "view")), "covertbots/v1/view.proto: is gone"),
    (
        lambda files: setattr(file_of(files, "view"), "package", "other"),
        "covertbots/v1/view.proto: its package was covertbots.v1, is other",
    ),
    (
        lambda files: drop(file_of(files, "opponent").message_type, "Level"),
        "covertbots.v1.Level: is gone",
    ),
    (
        lambda files: drop(file_of(files, "suggestion").enum_type, "StopReason"),
        "covertbots.v1.StopReason: is gone",
    ),
    (lambda files: file_of(files, "opponent").ClearField("service"), "covertbots.v1.Opponent: is"),
    (
        lambda files: drop(file_of(files, "opponent").service[0].method, "Watch"),
        "covertbots.v1.Opponent.Watch: is gone",
    ),
    (drop_field, f"{SUGGEST}.seed: is gone; expected its number and its name to be reserved"),
    (lambda files: drop_field(files, name=True), f"{SUGGEST}.seed: is gone; expected its number"),
    (lambda files: drop_field(files, number=True), f"{SUGGEST}.seed: is gone; expected its"),
    (
        lambda files: setattr(field_of(files, "seed"), "name", "chance"),
        f"{SUGGEST}.seed: its name was seed, is chance",
    ),
    (
        lambda files: setattr(field_of(files, "seed"), "json_name", "theSeed"),
        f"{SUGGEST}.seed: its name in JSON was seed, is theSeed",
    ),
    (
        lambda files: setattr(field_of(files, "seed"), "type", FieldDescriptorProto.TYPE_INT64),
        f"{SUGGEST}.seed: its type was TYPE_UINT64, is TYPE_INT64",
    ),
    (
        lambda files: setattr(field_of(files, "view"), "type_name", LIMITS),
        f"{SUGGEST}.view: its type was .covertbots.v1.View, is {LIMITS}",
    ),
    (
        lambda files: setattr(
            field_of(files, "only"), "label", FieldDescriptorProto.LABEL_OPTIONAL
        ),
        f"{SUGGEST}.only: its cardinality was LABEL_REPEATED, is LABEL_OPTIONAL",
    ),
    (
        lambda files: setattr(field_of(files, "seed"), "proto3_optional", True),
        f"{SUGGEST}.seed: its cardinality was LABEL_OPTIONAL, is LABEL_OPTIONAL, with presence",
    ),
    (into_a_oneof, f"{SUGGEST}.limits: its oneof was none, is how"),
    (
        lambda files: drop_value(files, reserved=False),
        "covertbots.v1.StopReason.STOP_REASON_TIME: is gone; expected its number and its name",
    ),
    (
        lambda files: setattr(named(enum_of(files).value, "STOP_REASON_TIME"), "name", "LATE"),
        "covertbots.v1.StopReason.STOP_REASON_TIME: its name was STOP_REASON_TIME, is LATE",
    ),
    (
        lambda files: setattr(method_of(files, "Watch"), "input_type", SUGGEST),
        "covertbots.v1.Opponent.Watch: its input type was .covertbots.v1.WatchRequest, is",
    ),
    (
        lambda files: setattr(method_of(files, "Watch"), "server_streaming", False),
        "covertbots.v1.Opponent.Watch: its server streaming was True, is False",
    ),
    (
        lambda files: setattr(
            method_of(files, "ListBots").options,
            "idempotency_level",
            MethodOptions.IDEMPOTENCY_UNKNOWN,
        ),
        "covertbots.v1.Opponent.ListBots: its idempotency level is another",
    ),
]


@pytest.mark.parametrize(("change", "expected"), BREAKS, ids=[words for _, words in BREAKS])
def test_a_break_is_noticed(change: Callable[[FileDescriptorSet], Any], expected: str) -> None:
    now = FileDescriptorSet()
    now.CopyFrom(RELEASED)
    change(now)
    (broken,) = compatibility.breaks(RELEASED, now)
    assert broken.startswith(expected)


def test_additions_and_what_is_reserved_break_nothing() -> None:
    now = FileDescriptorSet()
    now.CopyFrom(RELEASED)
    now.file.add(name="covertbots/v1/new.proto", package="covertbots.v1")
    opponent = file_of(now, "opponent")
    opponent.message_type.add(name="New")
    opponent.service[0].method.add(name="New", input_type=SUGGEST, output_type=SUGGEST)
    message_of(now, "opponent", "Level").field.add(name="new", number=99)
    enum_of(now).value.add(name="STOP_REASON_NEW", number=99)
    drop_field(now, number=True, name=True)
    drop_value(now, reserved=True)
    assert compatibility.breaks(RELEASED, now) == []
    # What is reserved stays so.
    later = FileDescriptorSet()
    later.CopyFrom(now)
    message_of(later, "opponent", "SuggestMoveRequest").ClearField("reserved_range")
    enum_of(later).ClearField("reserved_name")
    assert [broken.partition(": ")[2] for broken in compatibility.breaks(now, later)] == [
        "name STOP_REASON_TIME is not reserved any more",
        "4 to 4 are not reserved any more",
    ]
