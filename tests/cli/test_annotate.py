"""``wcreplay annotate`` and ``--keep-prefix`` on the command line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from .conftest import RECORD

Run = Callable[..., Result]


def test_annotating_writes_the_file_in_place_only_if_asked(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.wcr"
    file.write_text(RECORD, encoding="utf-8")
    printed = run("annotate", str(file))
    assert printed.exit_code == 0
    assert file.read_text(encoding="utf-8") == RECORD
    assert run("annotate", "--write", str(file)).stderr == "1 file: 1 written, 0 with errors\n"
    assert file.read_text(encoding="utf-8") == printed.stdout
    assert run("annotate", "--write", str(file)).stderr == "1 file: 0 written, 0 with errors\n"
    assert run("validate", str(file)).exit_code == 0


def test_a_wrong_file_is_left_untouched(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.wcr"
    file.write_text(RECORD.replace("castle", "castel"), encoding="utf-8")
    done = run("annotate", "--write", str(file))
    assert done.exit_code == 1
    assert "castel" in file.read_text(encoding="utf-8")


def test_how_far_a_wrong_record_is_right_is_said_and_shown(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.wcr"
    text = re.sub(r"^(2\.1 \w) .*$", r"\1 c6>w W9", RECORD, flags=re.MULTILINE)
    file.write_text(text, encoding="utf-8")
    assert "right up to" not in run("validate", str(file)).stderr
    done = run("validate", "--keep-prefix", str(file))
    assert done.exit_code == 1
    assert "game.wcr:1: right up to and including 1." in done.stderr
    assert run("replay", str(file)).stdout == ""
    shown = run("replay", "--keep-prefix", str(file))
    assert shown.exit_code == 1
    assert "The record ends here, before 2.1." in shown.stdout
