"""The recorder at a terminal: keys and screen, sudden ends, and a terminal that can do little."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner

from wcreplay.cli import cli

SETUP = """\
castle  S10 S5 S2 | D3 D4 | M2
tiles   wcc wbc bwb | wc wc | coin food
gardens c P4 K4 | b P5 K2 | w P2 K1
yards   Y1 Y7 | Y8 | Y5
order   A B
pairs   R5+A3 R6+A2 R2+A1
"""
HEAD = f'[Game "white-castle"]\n[Ruleset "base-2023"]\n[A "Ana"]\n[B "Bruno"]\n\n{SETUP}'
TURNS = """\
round 1  c 135 | b 155 | w 235
0.1 B R2 +fp
0.2 A R6
1.1 A c5>w
1.2 B c1<s1 >2 Q g^s1.3/S9
1.3 A b5>o1 x:f G:P5 P:b W3 P:w W1 ! {all in one turn}
1.4 B b5>w
1.5 A w5>d1 Q g^s1.1/S4
1.6 B w2<w
1.g A @P5 P:w
round 2  c 123 | b 456 | w 346
"""
SCREEN = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>]")


class User:
    """Someone at a terminal who records into a file."""

    def __init__(self, file: Path, term: str, *words: str) -> None:
        self.file = file
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "wcreplay", "new", str(file), "--board", "never", *words],
            env={
                "TERM": term,
                "PROMPT_TOOLKIT_NO_CPR": "1",
                "PATH": "",
                "LANG": "C.UTF-8",
                "PYTHONPATH": ".",
            },
            cwd=Path(__file__).resolve().parents[2],
            dimensions=(40, 110),
            timeout=20,
            encoding="utf-8",
        )
        self.child.delaybeforesend = 0

    def types(self, *lines: str, after: str = ">") -> None:
        """Type lines, each once the program asks (its prompt ends in ``after``)."""
        for line in lines:
            self.child.expect_exact(after)
            self.child.send(f"{line}\r")

    def reads(self, text: str) -> None:
        """Wait until the screen says something."""
        self.child.expect_exact(text)

    def leaves(self) -> str:
        """Wait for the end, which must be a good one; return what was said since the last expectation."""
        said = SCREEN.sub("", self.child.read())
        self.child.close()
        assert (self.child.exitstatus, self.child.signalstatus) == (0, None), said
        return said

    def holds(self) -> str:
        """Return what the file holds."""
        return self.file.read_text(encoding="utf-8")


@pytest.fixture(params=["xterm-256color", "dumb"])
def term(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def user(tmp_path: Path, term: str) -> Iterator[User]:
    someone = User(tmp_path / "game.wcr", term, "--names", "Ana, Bruno", "--tag", "Date=")
    yield someone
    someone.child.close(force=True)


def is_right(file: Path) -> None:
    """Check the file with the program itself: every rule, and the canonical form."""
    for words in (["validate"], ["fmt", "--check"]):
        result = CliRunner().invoke(cli, [*words, str(file)])
        assert result.exit_code == 0, result.output


def test_an_evening(user: User, term: str, tmp_path: Path) -> None:
    """Setup and a round, with slips, things taken back, a break in the middle of a turn, and the rest."""
    user.types("")  # the order is as named
    user.types("1 seal 1 any, courtier", "xcc", "undo", "s10", "wcc", "warrior, 1 pearl", "wbc", "S2", "bwb")
    user.types("d3", "wc", "lantern seal", "wc", "well 3 coin", "coin", "food")
    user.types("warrior", "board light", "domain 4 coin", "3 coin", "gardener", "2 any")
    user.types("courtier", "board light", "domain", "2 seal")
    user.types("3 any", "gardener", "r6 warrior", "r6", "warrior", "2 any", "courtier")
    user.reads("round 1, coral dice (3)>")
    user.child.send("c 5 3\r")
    user.reads("2 coral dice, but there are 3 of each colour")
    user.types("c 5 3 1", "1 5 5  5 2 3", "2 any, 2 seal", "fp", "R6")
    user.types("c5<w", after="die and space>")
    user.reads("left end")
    user.types("c5w", after="die and space>")
    user.types("undo", "c 5 w", "c1 s1 >2 q", after="die and space>")
    user.types("gs13", after="action>")
    user.types("1 coin + well, 2 food", after="room s1>")
    user.types("b5>o1", after="die and space>")
    user.types("zap", "xf gp5", after="action>")
    user.reads("P:b")
    user.types("quit", after="action>")
    assert f"4 turns. Go on with: wcreplay new {user.file}" in user.leaves()
    assert user.holds().endswith("1.2 B c1<s1 >2 Q g^s1.3/S9\n; unfinished 1.3 A b5>o1 x:f G:P5\n")
    is_right(user.file)

    again = User(user.file, term)
    again.types("pb w3", "pw w1 ! {all in one turn}", after="action>")
    again.types("b5>w", "w5>d1 q", after="die and space>")
    again.types("gs11/s4", after="action>")
    again.types("w2<w", after="die and space>")
    again.types("1", after="of the round>")
    again.types("p w", after="action>")
    again.types("123 456 346", after="coral dice (3)>")
    again.reads("die and space>")
    again.child.sendeof()
    assert "Go on with" in again.leaves()
    assert again.holds() == HEAD + TURNS
    is_right(user.file)


def test_the_same_lines_from_a_pipe(tmp_path: Path) -> None:
    file = tmp_path / "game.wcr"
    typed = f"Ana, Bruno\n\n{SETUP}{TURNS}"
    result = CliRunner().invoke(cli, ["new", str(file), "--tag", "Date="], input=typed)
    assert result.exit_code == 0
    assert file.read_text(encoding="utf-8") == HEAD + TURNS


@pytest.mark.parametrize("how", ["interrupt", "eof", "terminate"])
def test_a_sudden_end_loses_nothing(user: User, how: str) -> None:
    user.types("", *SETUP.splitlines()[:4], SETUP.splitlines()[5], *TURNS.splitlines()[:4], "c1<s1")
    user.reads("what comes next>")
    if how == "interrupt":
        user.child.sendintr()
    elif how == "eof":
        user.child.sendeof()
    else:
        user.child.kill(signal.SIGTERM)
    assert f"saved in {user.file}: 3 turns. Go on with: wcreplay new {user.file}" in user.leaves()
    assert user.holds() == HEAD + "".join(
        f"{line}\n" for line in (*TURNS.splitlines()[:4], "; unfinished 1.2 B c1<s1")
    )
    is_right(user.file)


def test_a_killed_recorder_has_saved_every_entry(user: User) -> None:
    user.types("", *SETUP.splitlines()[:4], SETUP.splitlines()[5], *TURNS.splitlines()[:4])
    user.reads("1.2 B")
    user.child.kill(signal.SIGKILL)
    user.child.wait()
    assert user.holds() == HEAD + "".join(f"{line}\n" for line in TURNS.splitlines()[:4])
    assert [path.name for path in user.file.parent.iterdir()] == ["game.wcr"]


def test_choices_narrow_while_one_types(tmp_path: Path) -> None:
    """The list below the line: cards by what they show, then the choices behind what is typed."""
    user = User(tmp_path / "game.wcr", "xterm-256color", "--names", "Ana, Bruno", "--tag", "Date=")
    try:
        user.types("")
        user.reads("steward card>")
        user.child.send("1 seal 1 a")
        user.reads("1 iron + 1 food")
        user.child.send("\t\r")
        user.reads("die tiles>")
        user.child.send("wcc\r")
        user.types(*SETUP.splitlines()[:4], SETUP.splitlines()[5], *TURNS.splitlines()[:3])
        user.reads("die and space>")
        user.child.send("b5o1 ")
        user.reads("audience: a courtier to the gate")
        user.child.send("g")
        user.reads("gardener for 1 food")
        user.child.send("\x15")  # the line is emptied
        user.child.sendeof()
        user.leaves()
    finally:
        user.child.close(force=True)
    assert "castle  S10 S5" in user.holds()
