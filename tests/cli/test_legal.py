"""``legal``: what each choice would do, as text, as tokens and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from wcreplay.cli.legal_command import lines
from wcreplay.engine.outcomes import Change, Outcome, outcomes
from wcreplay.play import from_record

from .conftest import RECORD

Run = Callable[..., Result]


@pytest.fixture
def game(tmp_path: Path) -> str:
    file = tmp_path / "game.wcr"
    file.write_text(RECORD, encoding="utf-8")
    return str(file)


def before(turn: str) -> str:
    """Return the beginning of the record, up to a turn."""
    return RECORD[: RECORD.index(turn)].replace('[Result "C 75, A 62, B 55"]\n', "")


def test_a_line_says_what_a_choice_posts_and_what_comes_then(run: Run, game: str) -> None:
    result = run("legal", game, "--at", "1.3")
    shown = {line.split()[0]: line for line in result.stdout.splitlines()}
    # A 6 at the well of iron and coin: the difference to 1, a seal, and both tiles.
    assert shown["w6>w"].endswith(
        "+5 coins (die difference, w), +1 seal (well, w), "
        "+1 iron (well, tile iron), +1 coin (well, tile coin); then end of the turn"
    )
    assert "-3 coins (die difference, o2); then lantern" in shown["b2<o2"]
    assert result.stderr.startswith("1.3 A: die, 45 choices\n")


def test_the_columns_are_aligned(run: Run, game: str) -> None:
    shown = run("legal", game, "--at", "1.2", "--after", "w6>p").stdout.splitlines()
    assert [line.split("  ")[0] for line in shown] == ["(nothing)", "Q", "x:c", "x:f", "x:i", "x:p"]
    assert {line[:11].rstrip() for line in shown} == {"(nothing)", "Q", "x:c", "x:f", "x:i", "x:p"}
    assert len({line.index("(exchange, ") - line.index("-") for line in shown[2:]}) <= 2
    assert "\x1b" not in "".join(shown)
    assert "'.' where it must be written" in shown[0]


def test_plain_lists_tokens_that_can_be_given_back(run: Run, game: str) -> None:
    plain = run("legal", game, "--at", "1.2", "--after", "w6>p", "--plain").stdout.split()
    assert plain == [".", "Q", "x:c", "x:f", "x:i", "x:p"]
    for token in plain:
        assert run("legal", game, "--at", "1.2", "--after", f"w6>p {token}", "--plain").exit_code == 0
    first = run("legal", game, "--at", "1.3", "--plain")
    shown = json.loads(run("legal", game, "--at", "1.3", "--format", "json").stdout)
    assert first.stdout.splitlines() == shown["options"]


def test_plain_and_json_exclude_each_other(run: Run, game: str) -> None:
    assert run("legal", game, "--at", "1.3", "--plain", "--format", "json").exit_code == 2


def test_json_has_the_outcome_of_each_option(run: Run, game: str) -> None:
    shown = json.loads(run("legal", game, "--at", "1.2", "--after", "w6>p", "--format", "json").stdout)
    assert [outcome["text"] for outcome in shown["outcomes"]] == shown["options"]
    audience = shown["outcomes"][1]
    assert audience["changes"][0] == {
        "seat": "C",
        "account": "coin",
        "kind": "currency",
        "delta": -2,
        "balance": 2,
        "cause": "audience",
        "source": "gate",
    }
    assert (audience["label"], audience["seat"], audience["kind"]) == ("1.2", "C", "action")


def test_a_fact_that_the_record_leaves_unknown_is_named(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hidden.wcr"
    head = (
        RECORD[: RECORD.index("1.1 B")]
        .replace("S4 S5 S6", "S4 _ S6")
        .replace('[Result "C 75, A 62, B 55"]\n', "")
    )
    file.write_text(head, encoding="utf-8")
    result = run("legal", str(file), "--at", "1.1")
    assert result.exit_code == 0
    shown = {line.split()[0]: line for line in result.stdout.splitlines()}
    assert shown["b4>s2"].endswith("needs the card of room s2, which the record leaves unknown")
    assert "then" in shown["c5>s3"]


def test_a_turn_of_another_seat_and_the_end_are_told() -> None:
    stepper = from_record(before("1.4 B"))
    position = stepper.clone().position
    position.apply("w2<w")
    position.apply("-L")
    close = next(lines(outcomes(stepper.game, position), position))
    assert close.startswith("(nothing)  ")
    assert close.endswith("nothing posted; then 1.5 C: die and space")


def test_on_a_terminal_lines_are_wrapped_and_the_notation_is_bold() -> None:
    position = from_record(before("1.2 C")).position
    change = Change("A", "coin", "currency", 1, 1, "die difference", "w")
    found = (Outcome("w6>w", "to the well", (change,) * 9, ("+1 coin (die difference, w)",) * 9, kind="die"),)
    (line,) = lines(found, position, width=60, colour=True)
    assert line.startswith("\x1b[1mw6>w\x1b[0m  to the well")
    rows = line.splitlines()
    assert len(rows) > 3
    assert max(map(len, rows[1:])) <= 60
    assert all(row.startswith("      ") for row in rows[1:])


def test_what_a_game_says_is_escaped() -> None:
    position = from_record(before("1.2 C")).position
    (line,) = lines((Outcome("x\x1b[2J", "a\x07b", unknown="c\x9b"),), position)
    assert not any(ord(letter) < 32 or 127 <= ord(letter) < 160 for letter in line)
