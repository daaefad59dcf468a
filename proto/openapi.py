"""Writes the calls over HTTP as OpenAPI 3.1, whose schemas are JSON Schema.

    python proto/openapi.py            write docs/openapi.json
    python proto/openapi.py --check    write nothing; exit code 1 if it differs

The schemas are those of Protobuf's mapping to JSON, <https://protobuf.dev/programming-guides/json>,
and of the Connect protocol. What JSON Schema could say of a oneof only at great length is said in
words.
"""

from __future__ import annotations

import json
import sys
import tomllib
from typing import Any

from google.protobuf.descriptor_pb2 import (
    FieldDescriptorProto,
    MethodDescriptorProto,
    MethodOptions,
)

from described import PACKAGE, ROOT, Enum, File, Message, files

OUT = ROOT.parent / "docs/openapi.json"
JSON, STREAM = "application/json", "application/connect+json"
F = FieldDescriptorProto

INTEGER_64 = {"type": ["string", "integer"], "pattern": "^-?[0-9]+$"}
NUMBER = {"anyOf": [{"type": "number"}, {"enum": ["NaN", "Infinity", "-Infinity"]}]}
SCALARS: dict[int, dict[str, Any]] = {
    F.TYPE_DOUBLE: NUMBER,
    F.TYPE_FLOAT: NUMBER,
    F.TYPE_INT64: INTEGER_64,
    F.TYPE_SINT64: INTEGER_64,
    F.TYPE_UINT64: INTEGER_64,
    F.TYPE_INT32: {"type": "integer", "minimum": -(1 << 31), "maximum": (1 << 31) - 1},
    F.TYPE_SINT32: {"type": "integer", "minimum": -(1 << 31), "maximum": (1 << 31) - 1},
    F.TYPE_UINT32: {"type": "integer", "minimum": 0, "maximum": (1 << 32) - 1},
    F.TYPE_BOOL: {"type": "boolean"},
    F.TYPE_STRING: {"type": "string"},
    F.TYPE_BYTES: {"type": "string", "contentEncoding": "base64"},
}
WELL_KNOWN: dict[str, dict[str, Any]] = {
    ".google.protobuf.Duration": {"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]{1,9})?s$"},
    ".google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
    ".google.protobuf.Any": {
        "type": "object",
        "properties": {"@type": {"type": "string"}},
        "required": ["@type"],
    },
}
CODES = (  # https://connectrpc.com/docs/protocol#error-codes
    *("canceled", "unknown", "invalid_argument", "deadline_exceeded", "not_found"),
    *("already_exists", "permission_denied", "resource_exhausted", "failed_precondition"),
    *("aborted", "out_of_range", "unimplemented", "internal", "unavailable", "data_loss"),
    "unauthenticated",
)
ERROR = {
    "description": "Why a call was refused.",
    "type": "object",
    "properties": {
        "code": {"enum": list(CODES)},
        "message": {"type": "string", "description": "For people."},
        "details": {
            "type": "array",
            "description": "The same for programs, such as google.rpc.BadRequest.",
            "items": {
                "type": "object",
                "properties": {
                    "type": {"type": "string"},
                    "value": {"type": "string", "contentEncoding": "base64"},
                    "debug": {"description": "The value as JSON."},
                },
                "required": ["type", "value"],
            },
        },
    },
    "required": ["code"],
}
REFUSAL = {"$ref": "#/components/schemas/connect.error"}
REFUSED = {
    "description": "Refused.",
    "content": {JSON: {"schema": REFUSAL}},
}
DESCRIPTION = """\
The calls of a Covert bots server over HTTP, by the Connect protocol
(https://connectrpc.com/docs/protocol): a call is the POST of a JSON object.

Names of fields are in lower camel case; a request may also write them as the .proto files do. It
may leave out any field, and may have none that its message does not name. An answer leaves out
only what is absent.

A stream is a row of envelopes, each of five bytes (flags, and the length as a big-endian number of
32 bits) and a JSON object. The schema is that of the object."""


def document(described: list[File]) -> dict[str, Any]:
    """Return the document of all services."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    schemas: dict[str, Any] = {"connect.error": ERROR}
    paths: dict[str, Any] = {}
    for file in described:
        schemas.update({message.name: schema_of(message) for message in file.messages})
        schemas.update({enum.name: schema_of_enum(enum) for enum in file.enums})
        for service in file.services:
            for method, comment in service.methods:
                if not method.client_streaming:  # those are of gRPC alone
                    path = f"/{PACKAGE}.{service.name}/{method.name}"
                    paths[path] = calls(service.name, method, comment)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Covert bots",
            "version": project["version"],
            "license": {"name": project["license"], "identifier": project["license"]},
            "description": DESCRIPTION,
        },
        "servers": [{"url": "http://localhost:8080"}],
        "security": [{}, {"token": []}],
        "tags": [
            {"name": service.name, "description": service.comment}
            for file in described
            for service in file.services
        ],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def calls(service: str, method: MethodDescriptorProto, comment: str) -> dict[str, Any]:
    """Return the ways to call a method: POST, and GET where it changes nothing."""
    kind = STREAM if method.server_streaming else JSON
    answer = {
        "description": "The answer.",
        "content": {kind: {"schema": reference(method.output_type)}},
    }
    operation: dict[str, Any] = {
        "tags": [service],
        "operationId": f"{service}.{method.name}",
        "summary": comment.partition(". ")[0].removesuffix("."),
        "description": comment,
        "responses": {"200": answer, "default": REFUSED},
    }
    body = {"required": True, "content": {kind: {"schema": reference(method.input_type)}}}
    ways = {"post": {**operation, "requestBody": body}}
    if method.options.idempotency_level == MethodOptions.NO_SIDE_EFFECTS:
        parameters = [
            query("connect", {"const": "v1"}),
            query("encoding", {"const": "json"}),
            {
                "name": "message",
                "in": "query",
                "required": True,
                "content": {JSON: {"schema": reference(method.input_type)}},
            },
        ]
        name = f"{operation['operationId']}.get"
        ways["get"] = {**operation, "operationId": name, "parameters": parameters}
    return ways


def query(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return a parameter in the address of a call."""
    return {"name": name, "in": "query", "required": True, "schema": schema}


def schema_of(message: Message) -> dict[str, Any]:
    """Return the schema of a message."""
    properties = {}
    for field, comment in message.fields:
        schema = of_field(field)
        if field.HasField("oneof_index") and not field.proto3_optional:
            oneof = message.descriptor.oneof_decl[field.oneof_index].name
            comment = f"{comment}\n\nAt most one of `{oneof}` is set.".strip()
        properties[field.json_name] = {"description": comment, **schema} if comment else schema
    return {
        "description": message.comment,
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def schema_of_enum(enum: Enum) -> dict[str, Any]:
    """Return the schema of an enum: one of its names."""
    values = zip(enum.descriptor.value, enum.value_comments, strict=True)
    lines = [f"- `{value.name}`: {comment}" for value, comment in values if comment]
    return {
        "description": "\n\n".join(filter(None, (enum.comment, "\n".join(lines)))),
        "enum": [value.name for value in enum.descriptor.value],
    }


def of_field(field: FieldDescriptorProto) -> dict[str, Any]:
    """Return the schema of a field's value."""
    if field.type in (F.TYPE_MESSAGE, F.TYPE_ENUM):
        schema = WELL_KNOWN.get(field.type_name) or reference(field.type_name)
    else:
        schema = SCALARS[field.type]
    return {"type": "array", "items": schema} if field.label == F.LABEL_REPEATED else schema


def reference(name: str) -> dict[str, Any]:
    """Return the reference to the schema of a message or an enum."""
    return {"$ref": f"#/components/schemas/{name.removeprefix(f'.{PACKAGE}.')}"}


def main() -> int:
    """The command."""
    text = json.dumps(document(files()), indent=1, ensure_ascii=False) + "\n"
    if "--check" not in sys.argv[1:]:
        OUT.write_text(text, encoding="utf-8")
        return 0
    if OUT.read_text(encoding="utf-8") == text:
        return 0
    print("docs/openapi.json is not what proto/openapi.py makes", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
