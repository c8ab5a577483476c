"""Recording a game as it is played, line by line: what is typed, what is written, what is said."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from wcreplay.cli.recorder.recording import Ambiguous, Refused
from wcreplay.engine.canonical import canonical_record
from wcreplay.engine.reader import read_record
from wcreplay.engine.simulate import simulate
from wcreplay.notation.formatter import format_record
from wcreplay.notation.model import RawRecord

from .conftest import RECORD
from .typed import (
    AT_THE_TABLE,
    BEFORE_DICE,
    TAGS,
    TURNS,
    UNFINISHED,
    WHOLE,
    Run,
    record_of,
    short,
    turns_typed,
    written,
)


def test_a_whole_game_becomes_the_canonical_record(new: Run, run: Run, tmp_path: Path) -> None:
    """The cards by what they show, the turns without label, seat and most punctuation."""
    result = new(AT_THE_TABLE + "\n".join(turns_typed()), *TAGS)
    assert written(tmp_path) == RECORD, result.stderr[-3000:]
    assert "result: C 75, A 62, B 55" in result.stderr
    assert "the whole game" in result.stderr
    assert result.stdout == ""
    assert run("validate", str(tmp_path / "game.wcr")).exit_code == 0
    assert run("fmt", "--check", str(tmp_path / "game.wcr")).exit_code == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_choice_of_a_game_can_be_typed_in_short(players: int) -> None:
    for text in simulate("white-castle", 2, players, "coverage", 11):
        setup, _, turns = text.partition("round 1")
        recording = record_of(re.sub(r"\[Result.*\n", "", setup))
        for statement in f"round 1{turns}".splitlines():
            words = statement.split()
            typed = (
                [statement]
                if words[0] == "round"
                else [" ".join((*words[:2], *map(short, words[2:]))), statement]
            )
            for line in typed:
                try:
                    recording.enter(line)
                except Ambiguous:
                    continue
                break
        while not recording.stepper.over:
            recording.enter("")
        assert sorted(recording.text().splitlines()) == sorted(text.splitlines())


@pytest.mark.parametrize("cut", [3, 34, 37, 46, 65, len(WHOLE)])
def test_recording_goes_on_where_it_was_left(new: Run, run: Run, tmp_path: Path, cut: int) -> None:
    first = new("\n".join(WHOLE[:cut]), *TAGS)
    assert f"wcreplay {'replay' if cut == len(WHOLE) else 'new'} {tmp_path / 'game.wcr'}" in first.stderr
    for words in (["validate"], ["fmt", "--check"]):
        assert run(*words, str(tmp_path / "game.wcr")).exit_code == 0
    new("\n".join(WHOLE[cut:]))
    assert written(tmp_path) == RECORD


def test_a_turn_in_progress_is_kept(new: Run, run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.wcr").write_text(UNFINISHED.partition("1.6 A")[0], encoding="utf-8")
    new("c3<o1\ng p5 ! {dear}\npb\n1.5 C c2<w\n")
    assert written(tmp_path).endswith("1.5 C c2<w\n; unfinished 1.6 A c3<o1 G:P5 P:b ! {dear}\n")
    assert run("fmt", "--check", str(tmp_path / "game.wcr")).exit_code == 0
    new("w5\n>y1\npw\nxi\nw1")
    assert written(tmp_path).endswith("1.5 C c2<w\n1.6 A c3<o1 G:P5 P:b W5 >y1 P:w x:i W1 ! {dear}\n")


def test_a_turn_in_progress_that_fits_no_more_is_named(new: Run, tmp_path: Path) -> None:
    start = UNFINISHED.partition("1.6 A")[0]
    (tmp_path / "game.wcr").write_text(f"{start}; unfinished 1.6 A c3<o1 G:K5\n", encoding="utf-8")
    assert "an unfinished turn fits no more and is left out: 1.6 A c3<o1 G:K5: " in new("").stderr
    assert written(tmp_path) == start


def test_every_entry_can_be_taken_back(new: Run, tmp_path: Path) -> None:
    """Setup and turns: each line is entered, taken back, and entered again."""
    lines = WHOLE[:2]
    entry: list[str] = []
    for typed, following in zip(WHOLE[2:], (*WHOLE[3:], ""), strict=True):
        entry.append(typed)
        if following not in ("1", "2"):  # a number answers the list that the line before it brought
            lines += [*entry, "undo", *entry]
            entry = []
    result = new("\n".join(lines), *TAGS)
    assert written(tmp_path) == RECORD, result.stderr[-2000:]


def test_a_resumed_record_can_be_taken_back_to_its_setup(new: Run, tmp_path: Path) -> None:
    (tmp_path / "game.wcr").write_text(RECORD, encoding="utf-8")
    statements = RECORD.partition("round 1")[2].count("\n")
    result = new("undo\n" * (statements + 1))
    assert written(tmp_path) == BEFORE_DICE
    assert "only the setup is left" in result.stderr


def test_of_a_resumed_turn_in_progress_undo_leaves_the_turns_before(new: Run, tmp_path: Path) -> None:
    start = UNFINISHED.partition("1.6 A")[0]
    (tmp_path / "game.wcr").write_text(f"{start}; unfinished 1.6 A c3<o1 G:P5\n", encoding="utf-8")
    new("undo")
    assert written(tmp_path) == start
    new("undo")
    assert written(tmp_path) == UNFINISHED.partition("1.5 C")[0]


ASKED = """
Ana Bruno
Ana
Ana, Ana
Ana, Bruno, Clara
A B
Clara Ana Clara
clara an B
xyzzy
warrior

D4
S4 D4
S4 wwwx
s4
www
wwc
S4
"""
ANSWERS = """
1 player: name 2 to 4 of them, parted by commas, or say how many
1 player: name 2 to 4 of them, parted by commas, or say how many
'Ana' is named twice
name each of A B C once, the first player first: letters, or names
name each of A B C once, the first player first: letters, or names
no card knows 'xyzzy'
room s1, steward card: what it shows, or its id; _ if nobody saw it
D4 is no steward card
'D4' is no answer for room s1, die tiles: 3 letters top to bottom
'wwwx' is no answer for room s1, die tiles: 3 letters top to bottom
room s1 has tiles of one colour only (at least two colours in every room)
S4 lies in two places
"""


def test_an_answer_that_cannot_be_right_is_answered_in_a_line(new: Run, tmp_path: Path) -> None:
    said = new(ASKED, *TAGS).stderr
    place = 0
    for answer in ANSWERS.strip().splitlines():
        assert answer in said[place:], (answer, said[place:])
        place = said.index(answer, place) + len(answer)
    assert written(tmp_path).splitlines()[-6:-3] == [
        "castle  S4 _ _ | _ _ | _",
        "tiles   wwc ___ ___ | __ __ | _ _",
        "gardens c _ _ | b _ _ | w _ _",
    ]
    assert "order   C A B\n" in written(tmp_path)


@pytest.mark.parametrize(
    ("before", "typed", "answer"),
    [
        ("round 1", "c 1 2", "2 coral dice, but there are 4 of each colour"),
        ("round 1", "b 1234", "the coral dice come first"),
        ("round 1", "c 1237", "these are no dice: write 4 for each bridge"),
        ("round 1", "12341234123412", "too many dice"),
        ("round 1", "", "these are no dice: write 4 for each bridge"),
        ("0.1 A", "domain", "no card shows 'domain'"),
        ("0.1 A", "R4", "R4"),
        ("1.1 B", "c5<s3", "no coral 5 at the left end of its bridge"),
        ("1.1 B", "c5", "1  c5>d2"),
        ("1.2 C", "w6p q g", "'g' can be"),
        ("1.1 B", "zap", "'zap' is no word of the notation"),
        ("1.1 B", "", "a choice must be made here"),
        ("1.1 B", "1.4 A c5>s3 +pp", "1.4 A is not next, and nothing of that name is there to be replaced"),
        ("1.1 B", "A c5>s3", "A is not next"),
        ("1.1 B", "round 2 c 1234 | b 1234 | w 1234", "round is not next"),
        ("1.1 B", "c5>s3 +pp zap", "zap"),
        ("1.1 B", "! {good}", "there is no turn yet to remark on"),
        ("1.1 B", "c5>s3 +pp (B c5>w)", "variations are written in the file"),
        ("1.1 B", '[Event "x"]', "another record begins here"),
        ("1.1 B", "= B c99", "B"),
        ("1.1 B", "{ never closed", "comment"),
        ("1.1 B", "\x1b[31m\x00\u202e", "31m"),
        ("1.1 B", "x" * 100_000, "notation"),
    ],
)  # fmt: skip
def test_a_wrong_entry_is_answered_and_changes_nothing(
    new: Run, tmp_path: Path, before: str, typed: str, answer: str
) -> None:
    start = UNFINISHED.partition(before)[0]
    (tmp_path / "game.wcr").write_text(start, encoding="utf-8")
    said = new(typed).stderr
    assert answer in said
    assert written(tmp_path) == start
    assert not set(said) & set("\x1b\x00\u202e")


def test_invalid_bytes_are_no_end(run: Run, tmp_path: Path) -> None:
    typed = b"Ren\xe9e, Bruno\n\n\xff\xfe\x00\nS10\n"
    run("new", str(tmp_path / "game.wcr"), stdin=typed)
    assert '[A "Ren\ufffde"]' in written(tmp_path)
    assert "castle  S10 _ _" in written(tmp_path)


def test_numbers_choose_from_the_list_that_was_shown_last(new: Run, tmp_path: Path) -> None:
    """Starting pairs, the cards that a search left, choices, and again cards."""
    (tmp_path / "game.wcr").write_text(UNFINISHED.partition("0.1 A")[0], encoding="utf-8")
    said = new("4\n1\nfp\n2\nc5>\n99\n7\n6\nw6p\n1\n1\ntime\n2\n5").stderr
    assert written(tmp_path) == UNFINISHED.partition("1.3 A")[0]
    assert "no choice has the number 99: 1 to 8 are on the list" in said
    assert "no choice has the number 5: no list is shown" in said


ODD = ["! {x}", "{c}", "; c", "= A c3", "= B", "?!", "round", "castle _ _ _ | _ _ | _", "(A c5>w)", "c 2_ _"]
ODD += ['[A "x"]', "_", "1.1", "A", "@", "/", "/_", "-", "x:", "}", "c6>s1 {a} {b} !", "1.1 A .", ""]


def test_whatever_is_entered_the_file_is_right_and_canonical() -> None:
    """Choices, turns of the game and of none, odd lines and undo in any order."""
    rng = random.Random(8)
    lines = TURNS.splitlines()
    taken = 0
    for _ in range(2):
        recording = record_of(BEFORE_DICE)
        for _ in range(150):
            legal = recording.stepper.options() or [""]
            words = rng.choice(lines).split()
            kinds = (
                rng.choice(legal),
                rng.choice(lines),
                " ".join(words[: rng.randint(1, 4)]),
                rng.choice(ODD),
            )
            try:
                if rng.random() < 0.1:
                    recording.undo()
                else:
                    recording.enter(rng.choice(kinds))
                    taken += 1
            except Refused:
                continue
            text = recording.saved_text()
            reading = read_record(RawRecord(text))
            assert reading.replay is not None, (text, reading.diagnostics)
            assert reading.record is not None
            assert format_record(canonical_record(reading.record), recording.game.grammar) == text
            assert record_of(text).saved_text() == text
    assert taken > 50


def test_dice_that_nobody_saw_are_named_when_nothing_else_is_left(new: Run, tmp_path: Path) -> None:
    (tmp_path / "game.wcr").write_text(BEFORE_DICE, encoding="utf-8")
    said = new("c _ b _ w _\nr8\nr2 fp\nr3\nround 1 c 2335 | b 2334 | w 2366\nc5>s3 +pp").stderr
    assert "nothing can be chosen while a fact is open" in said
    assert written(tmp_path) == UNFINISHED.partition("1.2 C")[0]
