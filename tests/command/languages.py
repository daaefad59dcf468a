"""The languages of docs/protocol.md: their requirements, and the commands on the page."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from command.built_once import built_once
from command.pages import blocks, checkout, environment_in, typed
from command.shell import REPOSITORY

__all__ = [
    "BLOCKS",
    "COMPILING",
    "HEADED",
    "JAVA",
    "NEEDED",
    "NPM_SETTINGS",
    "ONE_UNIT",
    "TEXT",
    "Made",
    "installed",
    "made",
    "need",
]

PAGE = "docs/protocol.md"
TEXT = (REPOSITORY / PAGE).read_text(encoding="utf-8")
BLOCKS = blocks(PAGE)
COMPILING = 600.0  # seconds at most; C++ takes 10 of an idle core
HINTS = TEXT[TEXT.index("\n### Node") : TEXT.index("\n## 2 ")]
HEADED = re.findall(r"^### (.*?)\n.*?^```bash\n(.*?)^```$", HINTS, re.MULTILINE | re.DOTALL)
# Seconds of work: what runs once is not worth its best code, nor threads that collect garbage.
JAVA = {"JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"}
# Stands before the compiler of C++: files in one unit read their headers once, in half of the time.
# Names that protoc gives in each file are kept apart.
ONE_UNIT = """#!/bin/bash
unit=$(mktemp -p . --suffix .cc)
for word; do
  case $word in
  *.cc)
    if [[ $word = *.pb.cc ]]; then
      for name in schemas file_default_instances; do
        printf '#undef %s\\n#define %s %s_%d\\n' $name $name $name $((number++))
      done
    fi
    printf '#include "%s/%s"\\n' "$PWD" "$word" ;;
  *) others+=("$word") ;;
  esac
done > "$unit"
exec "$COMPILER" "$unit" "${others[@]}"
"""
# Several tests install the same packages: only the first asks the registry for them, and none asks
# it what is known of them.
NPM_SETTINGS = {
    "npm_config_fetch_retries": "0",
    "npm_config_prefer_offline": "true",
    "npm_config_audit": "false",
    "npm_config_fund": "false",
    "npm_config_update_notifier": "false",
}
GO_LIBRARIES = Path("/usr/share/gocode/src/google.golang.org")
JAVA_LIBRARIES = Path("/usr/share/java")
NEEDED = {  # programs, and libraries where programs alone do not tell
    "Node": ["npm", "node"],
    "TypeScript": ["npm", "node", "protoc"],
    "Go": [
        *("go", "protoc", "protoc-gen-go", "protoc-gen-go-grpc"),
        *(str(GO_LIBRARIES / name) for name in ("grpc", "protobuf", "genproto")),
    ],
    "Java": [
        *("java", "javac", "protoc", "grpc_java_plugin"),
        *(
            str(JAVA_LIBRARIES / f"{name}.jar")
            for name in (
                "grpc-netty",
                "protobuf",
                "proto-google-common-protos",
                "gson",
                "guava",
                "geronimo-annotation-1.3-spec",
                "netty-all",
                "perfmark-api",
            )
        ),
    ],
    "C++": ["g++", "pkg-config", "protoc", "grpc_cpp_plugin"],
    "Ruby": ["ruby", "grpc_tools_ruby_protoc"],
}


class Made(NamedTuple):
    """A folder like a checkout in which a client is installed and compiled."""

    folder: Path
    seen: dict[str, str]
    """The environment of commands there."""
    last: str
    """Command that runs the client."""


def need(*names: str) -> None:
    """Skip the test where one of these is not installed."""
    missing = [name for name in names if shutil.which(name) is None and not Path(name).exists()]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")


def installed(text: str, folder: Path, seen: dict[str, str]) -> str:
    """Type what the block asks of npm, and return the rest; skip where npm has no packages."""
    rest = []
    for line in text.splitlines():
        if not line.startswith("npm install"):
            rest.append(line)
            continue
        done = subprocess.run(
            line,
            shell=True,
            cwd=folder,
            env={**seen, **NPM_SETTINGS},
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            wrong = [line for line in done.stderr.splitlines() if line.startswith("npm error")]
            pytest.skip(f"npm has no packages: {' '.join(wrong[:4])}")
    return "\n".join(rest)


def made(language: str, factory: pytest.TempPathFactory) -> Made:
    """Return a checkout in which all commands of a language were typed but the last."""
    need(*NEEDED[language])
    folder = built_once(factory, language.lower(), partial(_build, language))
    last = dict(HEADED)[language].splitlines()[-1]
    return Made(folder, environment_in(folder), last)


def _build(language: str, folder: Path) -> None:
    seen = checkout(folder)
    if language == "TypeScript":
        _call_over_http(folder / "clients" / "typescript" / "examples")
    *commands, _ = installed(dict(HEADED)[language], folder, seen).splitlines()
    if commands:
        typed("\n".join(commands), folder, seen, seconds=COMPILING)


def _call_over_http(examples: Path) -> None:
    """Write the hint over HTTP beside that over gRPC, as docs/http.md says, section 6."""
    program = (examples / "hint.ts").read_text(encoding="utf-8")
    other = program.replace(
        "createGrpcTransport({ ", 'createConnectTransport({ httpVersion: "1.1", '
    )
    other = other.replace("createGrpcTransport", "createConnectTransport")
    assert other.count("createConnectTransport") == program.count("createGrpcTransport") == 2
    (examples / "hint_over_http.ts").write_text(other, encoding="utf-8")
