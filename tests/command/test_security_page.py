"""The commands of docs/security.md work in order, in one folder."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import grpc
import httpx
import pytest
from command.pages import blocks, checkout, typed
from command.shell import LONGEST

from covertbots.client import Client

PAGE = "docs/security.md"


def test_the_page_works_as_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = checkout(tmp_path)
    tokens, rotation, certificate, serve, hint, over_http, program = blocks(PAGE)
    assert program.language == "python"
    if shutil.which("openssl") is None or shutil.which("curl") is None:
        pytest.skip("openssl or curl is not installed")
    lobby, _ = typed(tokens.text, tmp_path, seen).split()
    later = typed(rotation.text, tmp_path, seen).strip()
    typed(certificate.text, tmp_path, seen)
    assert lobby.startswith("covertbots_")
    command = serve.text.strip().replace("8080", "0")  # a free port each
    with subprocess.Popen(
        ["bash", "-c", f"exec {command} --port 0"],
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env=seen,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            told = server.stdout.readline()
            addresses = re.match(r"serving 0\.0\.0\.0:(\d+) and https://0\.0\.0\.0:(\d+);", told)
            assert addresses, told
            grpc_port, http_port = addresses.groups()
            monkeypatch.chdir(tmp_path)
            text = program.text.replace("50051", grpc_port)
            exec(compile(text.replace("covertbots_...", lobby), PAGE, "exec"), {})
            assert capsys.readouterr().out.strip()
            ask = hint.text.replace("covertbots_...", lobby).replace("50051", grpc_port)
            assert "The turn: " in typed(ask, tmp_path, seen)
            listed = over_http.text.replace("8080", http_port)
            for token in (lobby, later):
                known = {**seen, "COVERT_BOTS_TOKEN": token}
                assert typed(listed, tmp_path, known).startswith('{"bots":[{"name":"random"')
            credentials = grpc.ssl_channel_credentials((tmp_path / "server.pem").read_bytes())
            with Client(f"localhost:{grpc_port}", credentials=credentials) as client:
                client.wait_ready(LONGEST)
            with pytest.raises(httpx.TransportError):
                httpx.get(f"http://localhost:{http_port}/")
        finally:
            server.terminate()
            assert server.wait(LONGEST) == 0
