"""The units of systemd: what they start is what `serve` knows, and they are let do little."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from command.languages import need

from covert_command.commands.serve import command as SERVE  # noqa: N812

FOLDER = Path(__file__).parents[2] / "deploy" / "systemd"
UNITS = {file.name: file.read_text(encoding="utf-8") for file in sorted(FOLDER.iterdir())}
ONE, OF_MANY = "covert-bots.service", "covert-bots@.service"
PROGRAM = "/opt/covert-bots/bin/covert-bots"
MOST_EXPOSED = 2.0


def test_both_units_differ_only_in_their_settings() -> None:
    assert list(UNITS) == [ONE, OF_MANY]
    settings = {name: text.partition("[Service]")[2] for name, text in UNITS.items()}
    assert settings[ONE].replace("/covert-bots.toml", "/%i.toml") == settings[OF_MANY]


@pytest.mark.parametrize("name", UNITS)
def test_what_it_starts_is_known(name: str) -> None:
    flags = {flag for option in SERVE.params for flag in option.opts}
    commands = re.findall(rf"^Exec\w+={PROGRAM} serve (.*)$", UNITS[name], re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        assert {word for word in command.split() if word.startswith("--")} <= flags


@pytest.mark.parametrize("name", UNITS)
def test_systemd_knows_each_setting_and_finds_it_hardened(name: str, tmp_path: Path) -> None:
    need("systemd-analyze")
    unit = tmp_path / name.replace("@.", "@small.")
    unit.write_text(UNITS[name].replace(PROGRAM, "/bin/true"), encoding="utf-8")
    verify = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(unit)]
    said = subprocess.run(verify, capture_output=True, text=True, timeout=60).stderr
    assert not [line for line in said.splitlines() if name.partition(".")[0] in line], said
    security = ["systemd-analyze", "security", "--no-pager", "--offline=yes", str(unit)]
    told = subprocess.run(security, capture_output=True, text=True, timeout=60).stdout
    exposure = re.search(r"Overall exposure level for .*: (\d+\.\d)", told)
    assert exposure is not None, told
    assert float(exposure[1]) < MOST_EXPOSED
