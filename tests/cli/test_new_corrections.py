"""The recorder: remarks, corrections, facts that are still open, files, and what is shown."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from wcreplay.cli.recorder.recording import Needed, Recording, Refused
from wcreplay.engine import registry
from wcreplay.engine.simulate import simulate
from wcreplay.games.white_castle.dialogue import DIALOGUE
from wcreplay.play import from_record

from .conftest import RECORD
from .session import PAGE, with_sessions
from .typed import BEFORE_DICE, TURNS, UNFINISHED, Run, record_of, written

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


def test_the_sessions_of_the_documentation_are_real() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.count("<!-- session") == 3
    assert page == with_sessions(page), "run: python tools/generate_docs.py"
