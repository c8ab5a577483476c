"""Text to record: statements, tags, comments, marks, variations, and what is refused where."""

from __future__ import annotations

import itertools

import pytest

from tests.notation.common import GAME, GRAMMAR, canonical, codes, read, records, words
from tests.timing import processor_seconds
from wcreplay.notation import lexis
from wcreplay.notation.model import Grammar, RawRecord, Statement
from wcreplay.notation.scanner import parse, skim


def _head(statement: Statement) -> tuple[str, str, str, list[str]]:
    return statement.keyword, statement.label, statement.seat, [token.text for token in statement.tokens]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.1 A c6>s2", [("", "1.1", "A", ["c6>s2"])]),
        ("A c6>s2", [("", "", "A", ["c6>s2"])]),
        ("A c6>s2 B b1<w", [("", "", "A", ["c6>s2"]), ("", "", "B", ["b1<w"])]),
        ("1.g A @P4", [("", "1.g", "A", ["@P4"])]),
        ("01.02 A", [("", "1.2", "A", [])]),
        ("order C A B", [("order", "", "", ["C", "A", "B"])]),
        ("order C, A > B 0.1 A x", [("order", "", "", ["C,", "A", ">", "B"]), ("", "0.1", "A", ["x"])]),
        ("order C A x B y", [("order", "", "", ["C", "A", "x"]), ("", "", "B", ["y"])]),
        ("order {x} C 0.1 A R2", [("order", "", "", ["C"]), ("", "0.1", "A", ["R2"])]),
        ("= A c4 B x", [("=", "", "A", ["c4"]), ("", "", "B", ["x"])]),
        ("= A B", [("=", "", "A", []), ("", "", "B", [])]),
        ("= {x} A c4", [("=", "", "A", ["c4"])]),
        ("= _ c4", [("=", "", "", ["_", "c4"])]),
        ("round 1 c 124 | b 2 | w 3", [("round", "", "", ["1", "c", "124", "|", "b", "2", "|", "w", "3"])]),
        ("tiles cbw | any food", [("tiles", "", "", ["cbw", "|", "any", "food"])]),
        ("A E.1 a T . x:c S9/_", [("", "", "A", ["E.1", "a", "T", ".", "x:c", "S9/_"])]),
        ("A 1.1000 1.1", [("", "", "A", ["1.1000"]), ("", "1.1", "", [])]),
        ("A{x}b", [("", "", "A", ["b"])]),
        ("A b;c\nd", [("", "", "A", ["b", "d"])]),
        ("", []),
    ],
)
def test_statements_begin_at_heads(text: str, expected: list[tuple[str, str, str, list[str]]]) -> None:
    record, _ = parse(RawRecord(text), GRAMMAR)
    assert [_head(s) for s in record.statements] == expected


def test_offsets_point_at_the_text() -> None:
    record = read(GAME)
    for statement in record.statements:
        for token in statement.tokens:
            assert record.text.startswith(token.text, token.at)
        if statement.label:
            assert record.text.startswith(statement.label, statement.label_at)
        if statement.seat:
            assert record.text[statement.seat_at] == statement.seat
        assert statement.at < statement.end <= len(record.text)
    turn = next(s for s in record.statements if s.label == "1.1")
    assert record.text[turn.at : turn.end].startswith("1.1 A")
    assert record.text[turn.at : turn.end].endswith("(1.1 A c4>w)")
    assert all(record.text[v.at] == "(" for v in turn.variations)


def test_tags_and_their_escapes() -> None:
    record = read(GAME)
    assert record.tag("B") == 'Bruno "B" \\ Ó'
    assert record.tag("Nothing", "else") == "else"
    assert [t.name for t in record.tags] == ["Game", "Ruleset", "A", "B"]
    assert read('[Event "C:\\new\\"]" ]').tag("Event") == 'C:\\new"]'
    assert read('[ Event\n"two\n  lines"\t]').tag("Event") == "two lines"
    assert read('[Event ""]').tag("Event") == ""
    assert read('{c} [Event "[x] {y} ;z (w)"] ; c').tag("Event") == "[x] {y} ;z (w)"


def test_skimming_reads_the_tags_only() -> None:
    assert skim(RawRecord(GAME)) == read(GAME).tags
    assert [t.name for t in skim(RawRecord('; x\n{ [B "no"] }[A "x"] A [C "y"]'))] == ["A"]
    assert skim(RawRecord('[A "x"] {never closed [B "y"]'))[0].value == "x"
    assert skim(RawRecord("")) == []


def test_comments_and_their_escapes() -> None:
    record = read("1.1 A x {a \\} \\{ \\\\ \\n [b] (c) ;d\n e}; f } { \t\ny")
    assert [c.text for c in record.statements[0].comments] == ["a } { \\ \\n [b] (c) ;d\n e", " f } {"]
    assert [t.text for t in record.statements[0].tokens] == ["x", "y"]


@pytest.mark.parametrize("mark", sorted(lexis.MARKS))
def test_marks(mark: str) -> None:
    statement = read(f"A x {mark} {{c}} (A y {mark})").statements[0]
    assert statement.mark == mark
    assert statement.variations[0].statements[0].mark == mark


# Text, then every finding in order: code, line, column, length.
WRONG: list[tuple[str, list[tuple[str, int, int, int]]]] = [
    ("castel S1", [("N201", 1, 1, 6)]),
    ("x y z\n1.1 A q", [("N201", 1, 1, 1)]),
    ("1.1 A c6›s2", [("N202", 1, 9, 1)]),
    ("1.1 A x\u00a0\u00a0y", [("N202", 1, 8, 2)]),
    ("1.1 A x\x1b\x07y\x0b", [("N202", 1, 8, 2), ("N202", 1, 11, 1)]),
    ("1.1 a c6>s2", [("N203", 1, 5, 1)]),
    ("1.1 a", [("N203", 1, 5, 1)]),
    ("Castle S1", [("N203", 1, 1, 6)]),
    ("ROUND 1", [("N203", 1, 1, 5)]),
    ("order b A c", [("N203", 1, 7, 1), ("N203", 1, 11, 1)]),
    ("= b c4", [("N203", 1, 3, 1)]),
    ("1.G A @P4", [("N203", 1, 1, 3)]),
    ('[game "x"]', [("N203", 1, 2, 4)]),
    ('[a "x"]', [("N203", 1, 2, 1)]),
    ("1.1 c6>s2", [("N204", 1, 1, 3)]),
    ("1.1\n1.2 A x\n1.3", [("N204", 1, 1, 3), ("N204", 3, 1, 3)]),
    ("1.1 castle x", [("N204", 1, 1, 3), ("N222", 1, 5, 6)]),
    ("1.1 A x { y", [("N205", 1, 9, 1)]),
    ("1.1 A x { y\n1.2 B z { ok }\n1.3 q", [("N205", 1, 9, 1), ("N204", 3, 1, 3)]),
    ("1.1 A x } y ]", [("N206", 1, 9, 1), ("N206", 1, 13, 1)]),
    ("[Event Thursday]\n1.1 A x", [("N207", 1, 1, 16)]),
    ('[Event "Thursday]\n[Date "2026"]', [("N207", 1, 1, 17)]),
    ("[Event “x”]", [("N207", 1, 1, 11)]),
    ("1.1 A x [y\n1.2 B z", [("N207", 1, 9, 2)]),
    ('[Event x] [Date "2026"] 1.1 a', [("N207", 1, 1, 9), ("N203", 1, 29, 1)]),
    ('1.1 A x [A "b"]', [("N209", 1, 9, 7)]),
    ('[A "b"] [A "b"]', [("N210", 1, 9, 7)]),
    ("1.1 A x ! y z", [("N211", 1, 11, 1)]),
    ("1.1 A x (A y) z", [("N211", 1, 15, 1)]),
    ("castle x !", [("N212", 1, 10, 1)]),
    ("! A x", [("N212", 1, 1, 1)]),
    ("A x ! !", [("N212", 1, 7, 1)]),
    ("A x (A y) !", [("N212", 1, 11, 1)]),
    ("A x!", [("N213", 1, 4, 1)]),
    ("A x !!!", [("N213", 1, 5, 3)]),
    ("castle x (A y)", [("N214", 1, 10, 1)]),
    ("A x = c4 (A y)", [("N214", 1, 10, 1)]),
    ("(A y)", [("N214", 1, 1, 1)]),
    ("A x (A y (A z", [("N215", 1, 5, 1), ("N215", 1, 10, 1)]),
    ("A x )", [("N216", 1, 5, 1)]),
    ("A x ( )", [("N217", 1, 5, 3)]),
    ("A x ({c})", [("N217", 1, 5, 5)]),
    ("A x (y)", [("N201", 1, 6, 1)]),
    ("tiles a\ntiles b", [("N221", 2, 1, 5)]),
    ("A x\ntiles b", [("N222", 2, 1, 5)]),
    ("A x (tiles b)", [("N222", 1, 6, 5)]),
    ("1.1 A\t\tx›", [("N202", 1, 9, 1)]),
    (
        "1.1 A x!\n1.2 b y\nCastle z\n",
        [("N213", 1, 8, 1), ("N203", 2, 5, 1), ("N203", 3, 1, 6), ("N222", 3, 1, 6)],
    ),
]


@pytest.mark.parametrize(("text", "expected"), WRONG, ids=[t for t, _ in WRONG])
def test_every_error_has_its_span(text: str, expected: list[tuple[str, int, int, int]]) -> None:
    _, findings = parse(RawRecord(text, line=1), GRAMMAR)
    assert [(d.code, d.line, d.column, d.length) for d in findings] == expected
    for finding, line in zip(findings, (text.split("\n")[d.line - 1] for d in findings), strict=True):
        assert finding.source_line == line


def test_lines_count_from_the_source() -> None:
    _, findings = parse(RawRecord("A x\nB y!", "f.wcr", 3, 41), GRAMMAR)
    assert [(d.file, d.record, d.line, d.column) for d in findings] == [("f.wcr", 3, 42, 4)]


def test_a_refused_record_is_not_read() -> None:
    (raw,) = records(b"A x\0 y!")
    record, findings = parse(raw, GRAMMAR)
    assert [d.code for d in findings] == ["N108"]
    assert not record.statements


def test_limits() -> None:
    deep = lexis.MAX_DEPTH
    assert codes("A x " + "(A y " * deep + ")" * deep) == []
    assert codes("A x " + "(A y " * (deep + 9) + ")" * (deep + 9)) == ["N218"]
    assert codes("A " + "x " * lexis.MAX_TOKENS) == ["N219"]
    tags = [f'[T{i} "x"]' for i in range(lexis.MAX_TAGS)]
    assert codes("\n".join(tags[1:])) == []
    assert codes("\n".join(tags)) == ["N220"]
    found = codes("A x! " * 500)
    assert len(found) == lexis.MAX_FINDINGS + 1
    assert found[-1] == "N290"


def test_a_grammar_without_keywords() -> None:
    empty = Grammar("any", (), (), "AB")
    record, findings = parse(RawRecord("1.1 A castle C"), empty)
    assert not findings
    assert [t.text for t in record.statements[0].tokens] == ["castle", "C"]


def test_other_games_need_only_a_grammar() -> None:
    from wcreplay.notation.model import Keyword

    dragon = Grammar("year-of-the-dragon", (Keyword("events"),), (Keyword("month", repeats=True),))
    text = "events peace drought\nmonth 3 taxes+build | harvest+study\n1.1 E build 2,1\n= B coins 3\n"
    record, findings = parse(RawRecord(text), dragon)
    assert not findings
    assert [_head(s)[0] for s in record.statements] == ["events", "month", "", "="]


def test_wrapping_never_changes_the_words() -> None:
    base = words(read(GAME))
    assert words(read(GAME.replace("\n", "\r\n"))) == base
    assert words(read(GAME.replace("\n", "\r"))) == base
    assert words(read(GAME.replace("\n", " "))) == base
    assert words(read(GAME.replace("\n", " \t\n\n\t "))) == base
    assert words(read("\ufeff" + GAME)) == base
    assert words(read(GAME.replace("A w5>s2", "A\n\nw5>s2"))) == base
    assert canonical(GAME.replace("\n", " ")) == canonical(GAME)


HARD = {
    "words": "A x ",
    "open braces": "{ ",
    "escapes": "\\{",
    "broken tags": "[a\n",
    "wrapped broken tags": 'x[a "y\n',
    "tags": '[A "x" ',
    "whole tags": '[A "x"] ',
    "quotes": '"',
    "brackets": "[",
    "parentheses": "( ",
    "closing": ") ",
    "turns in parentheses": "A x ( ",
    "comments": "{x}",
    "bad": "é",
    "marks": "! ",
    "labels": "1.1 ",
    "keywords": "Castle ",
    "line comments": ";\n",
    "blanks": " ",
    "blank lines": "\n",
    "long word": "x",
    "wrapped tag": '[A "x\ny',
    "backslashes": "\\",
    "unclosed on lines": "{x\n1.1 A ",
    "order": "order a ",
}


@pytest.mark.parametrize(("name", "lead"), list(itertools.product(HARD, ("", "A x { ", '[A "'))))
def test_time_grows_with_the_length_only(name: str, lead: str) -> None:
    unit = HARD[name]
    short = RawRecord(lead + unit * (20_000 // len(unit)))
    long = RawRecord(lead + unit * (80_000 // len(unit)))
    slow = processor_seconds(lambda: parse(long, GRAMMAR))
    assert slow < 12 * processor_seconds(lambda: parse(short, GRAMMAR)) + 0.05
