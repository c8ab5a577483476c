"""The sample records replay exactly as their golden transcripts say (``make golden`` writes them anew)."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.golden.transcript import FOLDER, transcripts
from wcreplay.bundled import records_dir
from wcreplay.cli import cli

FOUND = list(transcripts())


@pytest.mark.parametrize(("path", "text"), FOUND, ids=[path.stem for path, _ in FOUND])
def test_a_record_replays_as_its_transcript_says(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text


def test_every_transcript_has_its_record() -> None:
    assert {path for path, _ in FOUND} == set(FOLDER.glob("*/*.txt"))


def test_the_sample_records_are_canonical_and_end_in_their_stated_result() -> None:
    runner = CliRunner()
    check = runner.invoke(cli, ["fmt", "--check", str(records_dir())])
    assert check.exit_code == 0, check.output
    valid = runner.invoke(cli, ["validate", str(records_dir())])
    assert valid.exit_code == 0, valid.output
    for path in sorted(records_dir().rglob("*.wcr")):
        text = path.read_text(encoding="utf-8")
        assert text.count("[Result ") == text.count("[Game "), path


def test_there_are_two_games_or_more_for_each_number_of_players() -> None:
    sizes = [path.read_text(encoding="utf-8") for path, _ in FOUND]
    players = [text.splitlines()[0].count(",") for text in sizes]
    for number in (2, 3, 4):
        assert players.count(number) >= 2
