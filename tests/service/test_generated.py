"""Generated code is what its sources say: the .proto files, and the client for asyncio."""

from __future__ import annotations

import tempfile
from importlib import import_module
from importlib.metadata import version
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise
from pathlib import Path
from types import ModuleType

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from grpc_tools import protoc

PROTO = Path(__file__).resolve().parents[2] / "proto"


def generator(name: str = "generate") -> ModuleType:
    spec = spec_from_file_location(name, PROTO / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def plain(descriptor: FileDescriptorProto) -> FileDescriptorProto:
    """Return the descriptor without JSON names, which some versions write out and others leave
    out."""
    messages = list(descriptor.message_type)
    while messages:
        message = messages.pop()
        messages.extend(message.nested_type)
        for field in message.field:
            field.ClearField("json_name")
    return descriptor


def test_it_describes_the_same_messages_and_services() -> None:
    """This holds for any installed version of grpcio-tools."""
    sources = generator().sources()
    assert len(sources) >= 5
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "descriptors"
        well_known = Path(protoc.__file__).parent / "_proto"
        arguments = ["protoc", f"-I{PROTO}", f"-I{well_known}", f"--descriptor_set_out={out}"]
        assert protoc.main([*arguments, *sources]) == 0
        written = {file.name: file for file in FileDescriptorSet.FromString(out.read_bytes()).file}
    assert set(written) == set(sources)
    for name, file in written.items():
        module = import_module(name.removesuffix(".proto").replace("/", ".") + "_pb2")
        generated = FileDescriptorProto()
        module.DESCRIPTOR.CopyToProto(generated)
        assert plain(generated) == plain(file), name


def test_it_is_byte_for_byte_what_the_supported_generator_makes() -> None:
    """It is checked if that version is installed; continuous integration installs it."""
    made_by = generator()
    if version("grpcio-tools") == made_by.GRPCIO_TOOLS:
        assert made_by.stale() == []
    for path in PROTO.rglob("*_pb2_grpc.py"):
        assert f"GRPC_GENERATED_VERSION = '{made_by.GRPCIO_TOOLS}'" in path.read_text()


def test_the_client_that_blocks_is_made_of_the_one_for_asyncio() -> None:
    assert generator("unasync").stale() == []


def test_every_message_enum_service_and_method_has_a_comment() -> None:
    for path in PROTO.rglob("*.proto"):
        for above, line in pairwise(path.read_text().splitlines()):
            if line.startswith(("message ", "enum ", "service ", "  rpc ")):
                assert above.strip().startswith("//"), f"{path.name}: {line}"
