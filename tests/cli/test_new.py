"""Recording a game as it is played, line by line: what is typed, what is written, what is said."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from wcreplay.cli.recorder.recording import Ambiguous, Needed, Recording, Refused, plain
from wcreplay.engine import registry
from wcreplay.engine.canonical import canonical_record
from wcreplay.engine.reader import read_record
from wcreplay.engine.simulate import simulate
from wcreplay.games.white_castle.dialogue import DIALOGUE
from wcreplay.notation.formatter import format_record
from wcreplay.notation.model import RawRecord
from wcreplay.play import from_record

from .conftest import RECORD

Run = Callable[..., Result]
TAGS = ("--tag", "Date=", "--tag", "Source=worked from the rules")
"""The tags of RECORD; an empty value leaves one out."""
SETUP, TURNS = RECORD.partition("\n\n")[2].split("round 1", 1)
TURNS = f"round 1{TURNS}"
UNFINISHED = RECORD.replace('[Result "C 75, A 62, B 55"]\n', "")
BEFORE_DICE = UNFINISHED.partition("round 1")[0]

AT_THE_TABLE = """
3
B C A
warrior, well
wwc
food pearl
bbc
lantern iron gardener
1
cwc
warrior vp
wb
courtier time
wc
lantern coin 3 time
iron
coin
warrior 3 coins
3 coin
board any
2 seal
domain
2 any
domain
2 seal
board black
time
2 any, 4 coin
courtier
r5 gardener
5 coin
warrior
2 food 2 iron
warrior
"""
"""The setup of RECORD as someone would type it who knows no id: one answer a line."""


def record_of(text: str) -> Recording:
    return Recording(text, DIALOGUE)


@pytest.fixture
def new(run: Run, tmp_path: Path) -> Callable[..., Result]:
    """Return a function that records in ``game.wcr`` what is typed, until the input ends."""

    def typed(lines: str, *words: str, file: str = "game.wcr") -> Result:
        return run("new", str(tmp_path / file), "--board", "never", *words, stdin=lines.strip("\n") + "\n")

    return typed


def written(tmp_path: Path, file: str = "game.wcr") -> str:
    return (tmp_path / file).read_text(encoding="utf-8")


def short(word: str) -> str:
    """Return a token as a hurried player types it, if that is known to be understood."""
    return word if word[0] in ">-.LTw+" or "/" in word else plain(word)


def turns_typed(*, enter: str = "") -> list[str]:
    """Return what a player types for the turns of RECORD: no labels, and Enter where that is needed."""
    recording = record_of(BEFORE_DICE)
    lines = []
    for statement in TURNS.splitlines():
        words = statement.split()
        if words[0] == "round":
            lines.append(" ".join(statement.split()[2:]))
            recording.enter(statement)
            continue
        line = " ".join(short(word) for word in words[2:])
        unit = recording.stepper.position.unit_number
        try:
            recording.enter(line)
        except Ambiguous:  # the die of either end
            line = " ".join(words[2:])
            recording.enter(line)
        lines.append(line)
        while recording.stepper.position.unit_number == unit:
            recording.enter("")
            lines.append(enter)
    return lines


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


WHOLE = [*AT_THE_TABLE.strip().splitlines(), *turns_typed()]
"""A whole game as it is typed, line by line."""


@pytest.mark.parametrize("cut", [3, 20, 33, 34, 37, 46, 60, 65, len(WHOLE)])
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


# -- remarks and corrections -----------------------------------------------------------------


def test_marks_comments_and_assertions_are_kept(new: Run, run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.wcr").write_text(UNFINISHED.partition("1.1 B")[0], encoding="utf-8")
    new(
        "c5>s3 +pp ! {the only room}\n= B c7 i3 p4\n{tea}\nw6>p Q {nobody\nw6>p\nQ {slow}\ng^s1.2/S7 ?!\nw6>w"
    )
    assert written(tmp_path).partition("0.3 B R3\n")[2] == (
        "1.1 B c5>s3 +pp ! {the only room}\n"
        "= B c7 i3 p4\n"
        "{tea}\n"
        "1.2 C w6>p Q g^s1.2/S7 ?! {slow}\n"
        "1.3 A w6>w\n"
    )
    assert run("fmt", "--check", str(tmp_path / "game.wcr")).exit_code == 0


def test_what_is_written_is_corrected_by_writing_it_again(new: Run, tmp_path: Path) -> None:
    (tmp_path / "game.wcr").write_text(UNFINISHED.partition("1.4 B")[0], encoding="utf-8")
    new("1.3 A w6>p\nyards Y8 Y5 | Y6 | Y1\nround 1 c 2345 | b 2334 | w 2366")
    assert written(tmp_path) == UNFINISHED.partition("1.4 B")[0].replace("1.3 A w6>w", "1.3 A w6>p").replace(
        "Y6 | Y2", "Y6 | Y1"
    ).replace("c 2335", "c 2345")


def test_a_correction_that_breaks_what_follows_is_refused(new: Run, tmp_path: Path) -> None:
    start = UNFINISHED.partition("1.4 B")[0]
    (tmp_path / "game.wcr").write_text(start, encoding="utf-8")
    said = new("1.2 C w6<p\n1.2 C w6>p\n0.1 A R5\nround 1 c 2334 | b 2334 | w 2366").stderr
    assert "no white 6 at the left end" in said
    assert "then '0.1 A R5' would be wrong" in said or "R5 gives 3 of any resource" in said
    assert "then '1.1 B c5>s3 +pp' would be wrong: no coral 5" in said
    assert written(tmp_path) == start.replace("Q g^s1.2/S7", "").replace("w6>p \n", "w6>p\n")


# -- unknown facts ---------------------------------------------------------------------------


def test_an_open_fact_is_asked_for_when_it_is_needed(new: Run, tmp_path: Path) -> None:
    start = UNFINISHED.partition("1.1 B")[0].replace("S4 S5 S6", "S4 S5 _").replace("cwc |", "_ |")
    (tmp_path / "game.wcr").write_text(start, encoding="utf-8")
    said = new("c5>s3 +pp\n\nc5>s3 +pp\n2 any, gardener\ncwc").stderr
    assert "that needs the card of room s3, which is still open" in said
    assert "that needs the tiles of room s3, which is still open" in said
    assert written(tmp_path) == UNFINISHED.partition("1.2 C")[0]


def test_open_facts_can_be_filled_in_at_any_time(new: Run, tmp_path: Path) -> None:
    start = UNFINISHED.partition("1.2 C")[0].replace("Y8 Y5 | Y6 | Y2", "_ _ | _ | Y2")
    (tmp_path / "game.wcr").write_text(start, encoding="utf-8")
    said = new("setup\ndomain\n2 seal\n_\nsetup\ny6\nsetup").stderr
    assert "nothing is open" in said
    assert written(tmp_path) == UNFINISHED.partition("1.2 C")[0]


def test_a_card_that_nobody_saw_is_filled_in_by_writing_the_turn_again(new: Run, tmp_path: Path) -> None:
    start = UNFINISHED.partition("1.2 C")[0]
    (tmp_path / "game.wcr").write_text(start, encoding="utf-8")
    said = new("w6>p Q g^s1.2\n_\nw6>s1\n1.2 C w6>p Q g^s1.2/S7\nw6>w").stderr
    assert "that needs the card of room s1" in said
    assert "write the turn that left it open again in full" in said
    assert written(tmp_path) == UNFINISHED.partition("1.4 B")[0]


def test_every_fact_of_the_setup_can_be_left_open() -> None:
    for seats in (2, 3, 4):
        order = "ABCD"[:seats]
        head = "".join(f'[{seat} "{seat}"]\n' for seat in order)
        stepper = from_record(f'[Game "white-castle"]\n{head}\n{DIALOGUE.setup(order, {})}')
        answers = DIALOGUE.answers(stepper.setup)
        assert set(answers) == {question.key for question in DIALOGUE.questions(seats)}
        assert set(answers.values()) == {"_"}


def needed_by(recording: Recording) -> str:
    """Return the first open fact that the turns of RECORD need."""
    try:
        for line in TURNS.splitlines():
            recording.enter(line)
    except Needed as needed:
        return needed.fact
    except Refused:
        return "refused"
    return "nothing"


def test_a_fact_that_the_rules_need_has_its_question() -> None:
    """The words of the engine for an unknown fact are those of the question."""
    questions = DIALOGUE.questions(3)
    answers = DIALOGUE.answers(from_record(RECORD).setup)
    needed = set()
    for question in questions:
        setup = DIALOGUE.setup("BCA", answers | {question.key: "_"})
        needed.add(needed_by(record_of(UNFINISHED.partition("castle  ")[0] + setup)))
    for fact in needed - {"refused", "nothing"}:
        assert any(question.is_about(fact) for question in questions), fact
    assert len(needed) > 10


# -- files -----------------------------------------------------------------------------------


def test_a_file_that_another_program_changed_is_left_alone(tmp_path: Path) -> None:
    from wcreplay.cli.recorder.keeping import Keeper

    said: list[str] = []
    file = tmp_path / "game.wcr"
    keeper = Keeper(file, said.append)
    keeper.save("one\n")
    file.write_text("theirs\n", encoding="utf-8")
    keeper.save("two\n")
    keeper.save("three\n")
    assert file.read_text(encoding="utf-8") == "theirs\n"
    assert written(tmp_path, "game-2.wcr") == "three\n"
    assert len(said) == 1
    keeper.farewell(3, over=False)
    assert said[-1].endswith(f"3 turns. Go on with: wcreplay new {tmp_path / 'game-2.wcr'}")


def test_a_record_that_cannot_be_saved_is_printed(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    command = [sys.executable, "-m", "wcreplay", "new", str(folder / "game.wcr"), "--board", "never"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stderr is not None
        assert "saved in" in child.stderr.readline()
        folder.rmdir()
        out, said = child.communicate("Ana, Bruno\n\nS10 wcc\n", timeout=20)
    assert child.returncode == 3
    assert said.count("cannot be saved (No such file or directory)") == 1
    assert "castle  S10 _ _ | _ _ | _\n" in out
    assert run("validate", "-", stdin=out).exit_code == 0


@pytest.mark.parametrize(
    ("words", "content", "code", "answer"),
    [
        (["game.wcr"], "castle S1", 1, "R001"),
        (["game.wcr"], RECORD + RECORD, 2, "holds 2 records"),
        (["."], None, 2, "no file to write to"),
        (["-"], None, 2, "no file to write to"),
        (["nowhere/game.wcr"], None, 3, "no such folder"),
        (["--game", "gobang"], None, 2, "no game 'gobang'"),
        (["--players", "5"], None, 2, "2 to 4 players, not 5"),
        (["--players", "3", "--names", "Ana, Bruno"], None, 2, "2 players: name 3 of them"),
        (["--tag", "Date=2026-02-31"], None, 2, "is no date"),
        (["--tag", "Rulings=pools"], None, 2, "no ruling 'pools'"),
        (["--tag", "Event"], None, 2, "NAME=VALUE"),
        (["--tag", "A=Ana"], None, 2, "--names"),
    ],
)
def test_what_cannot_be_recorded_is_said_at_once(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    content: str | None,
    code: int,
    answer: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path(words[0]).write_text(content, encoding="utf-8")
    result = run("new", *words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert answer in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ([words[0]] if content is not None else [])


def test_without_a_name_a_new_file_is_made(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        said = run("new", "--names", "Ana, Bruno", stdin="\n").stderr
    first, second = sorted(path.name for path in tmp_path.iterdir())
    assert re.fullmatch(r"white-castle-\d{4}-\d\d-\d\d-2\.wcr", first)
    assert re.fullmatch(r"white-castle-\d{4}-\d\d-\d\d\.wcr", second)
    assert f"wcreplay new {first}" in said
    assert re.search(r'\[Date "\d{4}-\d\d-\d\d"\]\n\[A "Ana"\]\n\[B "Bruno"\]\n', written(tmp_path, first))


# -- what is shown ---------------------------------------------------------------------------


def test_every_choice_has_words() -> None:
    """At every decision of games that try rare things, but for the dice."""
    for text in simulate("white-castle", 2, 3, "coverage", 5):
        done = from_record(text)
        position = registry.load("white-castle").start(done.setup)
        for choice in done.position.history:
            assert DIALOGUE.prompt(position)
            if position.decision.kind not in ("roll", "refill", "draft"):
                for option in position.options():
                    assert DIALOGUE.describe(position, option).strip(), (position.decision.kind, option)
            position.apply(choice)
            position.finished.clear()


def test_commands_are_obeyed_everywhere(new: Run, tmp_path: Path) -> None:
    typed = "help\ntokens\ncards daimyo seal lantern\n?\nsetup\nquit\nS4"
    for start in (BEFORE_DICE.replace("| M5", "| _"), UNFINISHED):
        (tmp_path / "game.wcr").write_text(start, encoding="utf-8")
        said = new(f"board\nscores\n{typed}" if start == UNFINISHED else typed).stderr
        for shown in ("A mark and a comment", "G:P4", "M4 ", "castle  S4 S5 S6 | D9 D2 |", "Go on with"):
            assert shown in said or (shown == "Go on with" and start == UNFINISHED), shown


SESSION = """
Ana, Bruno

1 seal 1 any, courtier
wcc
s5 wbc s2 bwb
courtier well
wc
d4 wc
m2 coin food
gardens c P4 K4 | b P5 K2 | w P2 K1
yards Y1 Y7 | Y8 | Y5
r5 gardener
r6 a2 r2 a1
c 5 3 1
155 235
2 any
fp
r6
c5w
c1s1 >2 q
gs13
coin, 2 food
"""
"""What is typed in docs/recording.md."""


def test_the_sessions_of_the_documentation_are_real(new: Run) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "recording.md").read_text(encoding="utf-8")
    said = re.sub(r" +$", "", new(SESSION.removeprefix("\n")).stderr, flags=re.MULTILINE)
    excerpts = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    assert len(excerpts) == 3
    for excerpt in excerpts:
        assert excerpt in said
