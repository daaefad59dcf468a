"""docs/clients.md: what it has you type works, in each language that is installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from command.pages import Block, blocks, checkout, typed
from command.running import LONGEST, REPOSITORY, run

PAGE = "docs/clients.md"
TEXT = (REPOSITORY / PAGE).read_text(encoding="utf-8")
BLOCKS = blocks(PAGE)
COMPILING = 600.0  # seconds at most; C++ takes half a minute of an idle core
PLACE = REPOSITORY / "examples" / "views" / "place.json"
HINTS = TEXT[TEXT.index("\n### Node") : TEXT.index("\n## 2 ")]
HEADED = re.findall(r"^### (.*?)\n.*?^```bash\n(.*?)^```$", HINTS, re.MULTILINE | re.DOTALL)
GO_LIBRARIES = Path("/usr/share/gocode/src/google.golang.org")
JAVA_LIBRARIES = Path("/usr/share/java")
NEEDED = {  # programs, and libraries where programs alone do not tell
    "Node": ["npm", "node"],
    "TypeScript": ["npm", "node", "protoc"],
    "Go": [
        *("go", "protoc", "protoc-gen-go", "protoc-gen-go-grpc"),
        *(str(GO_LIBRARIES / one) for one in ("grpc", "protobuf", "genproto")),
    ],
    "Java": [
        *("java", "javac", "protoc", "grpc_java_plugin"),
        *(
            str(JAVA_LIBRARIES / f"{one}.jar")
            for one in (
                "grpc-netty",
                "proto-google-common-protos",
                "gson",
                "netty-all",
                "perfmark-api",
            )
        ),
    ],
    "C++": ["g++", "pkg-config", "protoc", "grpc_cpp_plugin"],
    "Ruby": ["ruby", "grpc_tools_ruby_protoc"],
}


def need(*names: str) -> None:
    """Skips the test where one of these is not installed."""
    missing = [one for one in names if shutil.which(one) is None and not Path(one).exists()]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")


def need_packages(text: str, folder: Path, seen: dict[str, str]) -> None:
    """Does what the block asks of npm; skips the test where npm cannot have the packages."""
    for line in text.splitlines():
        if line.startswith("npm install"):
            done = subprocess.run(
                line,
                shell=True,
                cwd=folder,
                env={**seen, "npm_config_fetch_retries": "0"},
                capture_output=True,
                text=True,
            )
            if done.returncode != 0:
                wrong = [one for one in done.stderr.splitlines() if one.startswith("npm error")]
                pytest.skip(f"npm has no packages: {' '.join(wrong[:4])}")


def test_each_block_is_run() -> None:
    """Those in bash and JavaScript here, the one in Python here and by `test_docs.py`."""
    assert {block.language for block in BLOCKS} == {"bash", "python", "text", "js"}
    in_bash = [block for block in BLOCKS if block.language == "bash"]
    assert [block.text for block in in_bash[:-1]] == [text for _, text in HEADED]
    assert [name for name, _ in HEADED] == list(NEEDED)


@pytest.mark.parametrize(("language", "text"), HEADED, ids=[name for name, _ in HEADED])
def test_a_client_gets_a_hint_and_reads_an_error(
    language: str, text: str, tmp_path: Path, server: str
) -> None:
    need(*NEEDED[language])
    seen = checkout(tmp_path)
    need_packages(text, tmp_path, seen)
    here = text.replace("localhost:50051", server)
    assert here != text
    hint = typed(here, tmp_path, seen, seconds=COMPILING).splitlines()[-1]
    assert f"prints `{hint}`" in TEXT
    assert f"The turn: {hint}" in run("suggest", str(PLACE), "--bot", "ismcts", columns=400).stdout

    last = here.splitlines()[-1]
    for words, said in (
        (f"{last} nope", ["INVALID_REQUEST", "\n  bot: 'nope': there is no such bot; expected"]),
        (last.replace(server, "localhost:1"), [""]),
    ):
        done = subprocess.run(
            ["bash", "-c", words],
            cwd=tmp_path,
            env=seen,
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert all(one in done.stderr for one in said)
        assert "\n  at " not in done.stderr  # a stack of Node or Java
        assert "\tat " not in done.stderr


def test_the_errors_are_those_shown(tmp_path: Path, server: str) -> None:
    (program,) = (block.text for block in BLOCKS if block.language == "python")
    (shown,) = (block.text for block in BLOCKS if block.language == "text")
    seen = checkout(tmp_path)
    (tmp_path / "program.py").write_text(program.replace("localhost:50051", server))
    assert typed("python program.py", tmp_path, seen) == shown


def test_a_host_in_node_and_in_python(tmp_path: Path, server: str) -> None:
    need(*NEEDED["Node"])
    text = [block.text for block in BLOCKS if block.language == "bash"][-1]
    seen = checkout(tmp_path)
    need_packages(text, tmp_path, seen)
    lines = typed(text.replace("localhost:50051", server), tmp_path, seen).splitlines()
    (ended,) = (
        at for at, line in enumerate(lines) if line.startswith("scores: ") and "won" in line
    )
    found = re.fullmatch(r"scores: (\d+) (\d+) (\d+); won by seat ([\d, ]+)", lines[ended])
    assert found is not None
    scores, winner = [int(one) for one in found.groups()[:3]], found[4]
    assert max(scores) == scores[int(winner[0])]
    assert f"seat 2 has {scores[2]} points: " in "\n".join(lines[:ended])
    assert re.fullmatch(r"scores: \[\d+, \d+, \d+\]", lines[-1])


def test_the_steps_are_those_of_the_example_in_order() -> None:
    example = (REPOSITORY / "examples" / "node" / "host.mjs").read_text(encoding="utf-8")
    steps: list[Block] = [block for block in BLOCKS if block.language == "js"]
    assert len(steps) == 7
    places = [example.find(f"\n{block.text}") for block in steps]
    assert -1 not in places
    inside = [
        place for block, place in zip(steps, places, strict=True) if "while" not in block.text
    ]
    assert inside == sorted(inside)


def test_the_example_of_node_sends_nothing_secret_to_a_bot() -> None:
    example = (REPOSITORY / "examples" / "node" / "host.mjs").read_text(encoding="utf-8")
    asked = re.findall(r"const question = (.*?);\n", example)
    assert asked == ['{ view: views[seat], bot: "greedy", seed: 1 }']
