"""Record to text: the canonical layout, and comments at every place."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.common import GAME, GRAMMAR, canonical, read, remarks, view, words
from wcreplay.notation.formatter import format_record
from wcreplay.notation.model import Comment, Record, Statement, Tag, Token, Variation

LAYOUT = [
    ("castle S10 S5 S2|D3", "castle  S10 S5 S2|D3\n"),
    ("gardens c P1 | b P4\norder A B", "gardens c P1 | b P4\norder   A B\n"),
    ("round 1 c 135 | b 155", "round 1  c 135 | b 155\n"),
    ("round x c 135", "round x c 135\n"),
    ("round 2", "round 2\n"),
    ("castle", "castle\n"),
    ("0.1   B R8\t+f A x", "0.1 B R8 +f\nA x\n"),
    ("= A c4\n s3", "= A c4 s3\n"),
    ('[A "x"][B "y"] A z', '[A "x"]\n[B "y"]\n\nA z\n'),
    ('[A "x"]', '[A "x"]\n'),
    ('[A "two\n lines \\" \\\\ \\n"]', '[A "two lines \\" \\\\ \\\\n"]\n'),
    ("A x ! { c } ; d", "A x ! { c }  ; d\n"),
    ("A x ;c\ny", "A x  ;c\n    y\n"),
    ("A x ;c  \n!", "A x  ;c\n    !\n"),
    ("A x\n{c}\ny", "A x\n    {c}\n    y\n"),
    ("A x\n{c}\n;d\nB y", "A x\n{c}\n;d\nB y\n"),
    ("A x {c} B y", "A x {c}\nB y\n"),
    ("A x (A y)", "A x\n  (A y)\n"),
    ("A x (A y B z ?) (A w) {c}", "A x\n  (A y\n   B z ?)\n  (A w) {c}\n"),
    ("A x (A y (A v) B z)", "A x\n  (A y\n     (A v)\n   B z)\n"),
    ("A x (A y ;c\n)", "A x\n  (A y  ;c\n   )\n"),
    ("A x ({c} A y)", "A x\n  ({c}\n   A y)\n"),
    (";top\nA x", ";top\nA x\n"),
    (';top\n[A "x"] {c}\n\n;mid\nA x', ';top\n[A "x"] {c}\n\n;mid\nA x\n'),
    ('[A "x"]\n;c\nA x', '[A "x"]\n;c\n\nA x\n'),
    ("1.1 {c} A x", "1.1 A {c} x\n"),
    ("A {\\}\\{\\\\\\x\n y} x", "A {\\}\\{\\\\\\\\x\n y} x\n"),
    ("", "\n"),
]


@pytest.mark.parametrize(("text", "expected"), LAYOUT, ids=[t for t, _ in LAYOUT])
def test_layout(text: str, expected: str) -> None:
    assert canonical(text) == expected
    assert canonical(expected) == expected


def test_a_canonical_game_is_left_alone() -> None:
    assert canonical(GAME) == GAME


@pytest.mark.parametrize(
    "remark", ["{c}", "\n{ c\n d }\n", " ;c\n", "\n;c\n", "{a}\n{b} {c}", "{a} ;b\n {c}"]
)
def test_a_comment_survives_at_every_place(remark: str) -> None:
    base = read(GAME)
    expected = sorted(remarks(base) + remarks(read(remark)))
    quoted = [m.span() for m in re.finditer(r"\[.*?\]\n|\{.*?\}", GAME)]
    places = [m.start() for m in re.finditer(r"\s|(?=[()])|$", GAME)]
    for at in places:
        if any(start < at < end for start, end in quoted):
            continue
        text = GAME[:at] + remark + GAME[at:]
        record = read(text)
        once = format_record(record, GRAMMAR)
        again = read(once)
        assert words(again) == words(base), text
        assert sorted(remarks(again)) == expected, text
        assert remarks(again) == remarks(record), text
        assert format_record(again, GRAMMAR) == once, text


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=30))
def test_any_name_survives(name: str) -> None:
    record = Record([Tag("A", name, -1)], [Statement("", "1.1", "A", [Token("x", -1)], -1, -1)], "")
    text = format_record(record, GRAMMAR)
    assert read(text).tag("A") == name
    assert canonical(text) == text


@given(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=30),
    st.integers(-1, 3),
    st.integers(0, 3),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["", "!"]),
)
def test_any_comment_of_a_program_survives(
    remark: str, slot: int, after: int, line: bool, own: bool, mark: str
) -> None:
    inner = Statement("", "1.1", "A", [Token("z", -1)], -1, -1)
    turn = Statement("", "1.1", "A", [Token("x", -1), Token("y", -1)], -1, -1, mark=mark)
    turn.variations = [Variation([inner], -1), Variation([], -1)]
    turn.comments = [Comment(remark, slot, line, own, -1, after)]
    text = format_record(Record([Tag("A", "n", -1)], [turn], ""), GRAMMAR)
    record = read(text)
    kept = remark.rstrip(" \t") if line and "\n" not in remark else remark
    assert remarks(record) == [kept]
    assert canonical(text) == text
    assert [t.text for t in record.statements[0].tokens] == ["x", "y"]


def test_line_breaks_in_a_name_become_blanks() -> None:
    record = Record([Tag("A", "two \r\n lines", -1)], [], "")
    assert format_record(record, GRAMMAR) == '[A "two lines"]\n'


def test_offsets_do_not_matter() -> None:
    record = read(GAME)
    bare = Record(record.tags, record.statements, "", comments=record.comments)
    for statement in bare.statements:
        statement.tokens = [Token(t.text, -1) for t in statement.tokens]
        statement.at = statement.end = statement.label_at = statement.seat_at = -1
    assert format_record(bare, GRAMMAR) == GAME
    assert view(read(format_record(bare, GRAMMAR))) == view(read(GAME))
