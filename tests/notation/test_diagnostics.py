"""Findings for people and programs: the picture with the caret, JSON, and the catalogue."""

from __future__ import annotations

import io
import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.common import GRAMMAR, records
from tests.notation.test_scanner import WRONG
from wcreplay.notation.catalogue import CATALOGUE
from wcreplay.notation.diagnostics import Diagnostic, render, to_json
from wcreplay.notation.locate import CONTEXT, diagnose, locate, tag_length
from wcreplay.notation.model import RawRecord, Tag
from wcreplay.notation.scanner import parse
from wcreplay.notation.stream import read_records


def test_the_picture() -> None:
    (d,) = parse(RawRecord("A x\n1.2 b y\n", "games/x.wcr", 3, 9), GRAMMAR)[1]
    assert render(d) == (
        "error[N203]: `b` is written in the wrong case\n"
        "  --> games/x.wcr:10:5 (record 3)\n"
        "   |\n"
        "10 | 1.2 b y\n"
        "   |     ^\n"
        "   |\n"
        "   = expected: a seat letter: A B C D\n"
        "   = hint: seats are capital letters: write `B`"
    )


def test_a_finding_about_a_file_has_no_place() -> None:
    (raw,) = records(b"")
    assert render(raw.diagnostics[0]) == "error[N104]: this file is empty\n --> x.wcr"


def _picture(text: str, at: int, length: int = 1) -> tuple[str, str]:
    lines = render(diagnose(RawRecord(text), "N201", "m", at, length)).split("\n")
    return lines[3].removeprefix("1 | "), lines[4].removeprefix("  | ")


@pytest.mark.parametrize(
    ("text", "at", "length", "shown", "caret"),
    [
        ("abc", 1, 2, "abc", " ^^"),
        ("abc", 3, 1, "abc", "   ^"),
        ("abc", 2, 99, "abc", "  ^"),
        ("\ta\tb", 3, 1, "    a    b", "         ^"),
        ("a\x1b[31mb", 1, 1, "a\\x1b[31mb", " ^^^^"),
        ("a\u202eb", 2, 1, "a\\u202eb", "       ^"),
        ("語x", 1, 1, "語x", "  ^"),
        ("語x", 0, 1, "語x", "^^"),
        ("e\u0301x", 2, 1, "e\u0301x", " ^"),
    ],
)
def test_the_caret_fits(text: str, at: int, length: int, shown: str, caret: str) -> None:
    assert _picture(text, at, length) == (shown, caret)


@pytest.mark.parametrize("at", [0, 50, 5_000, 9_999, 10_000])
def test_long_lines_are_clipped_around_the_place(at: int) -> None:
    text = "".join(chr(33 + i % 90) for i in range(10_000))
    shown, caret = _picture(text, at, 3)
    assert len(shown) < 120
    assert caret.strip() == "^" * max(1, min(3, 10_000 - at))
    if at < 10_000:
        assert shown[len(caret) - caret.count("^")] == text[at]


def test_a_long_span_is_clipped() -> None:
    shown, caret = _picture("y" * 10 + "x" * 10_000, 10, 10_000)
    assert len(shown) < 250
    assert len(caret) <= len(shown)


def test_colours_only_when_asked() -> None:
    d = diagnose(RawRecord("abc"), "N201", "m", 1)
    assert "\x1b" not in render(d)
    assert "\x1b[" in render(d, color=True)


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60), st.text(max_size=10))
def test_nothing_in_a_record_reaches_the_terminal(text: str, at: int, length: int, other: str) -> None:
    d = diagnose(RawRecord(text, source=other), "N201", other, at, length, hint=other, expected=other)
    shown = render(d)
    assert all(c == "\n" or unicodedata.category(c) not in ("Cc", "Cf", "Cs") for c in shown)
    lines = shown.split("\n")
    assert len(lines) <= 8
    json.loads(to_json([d]))


@given(st.text("ab\n", max_size=20), st.integers(-2, 25))
def test_locating(text: str, at: int) -> None:
    line, column, source, _ = locate(RawRecord(text, line=5), at)
    at = min(max(at, 0), len(text))
    assert text.split("\n")[line - 5] == source
    assert sum(len(x) + 1 for x in text.split("\n")[: line - 5]) + column - 1 == at


@given(
    st.lists(st.sampled_from(['[A "x"]', "\n", "\r\n", " ", "{ }", "; y", "A x", "1.2 b", "é]", "語" * 300])),
    st.integers(1, 40),
)
def test_places_count_in_the_file_wherever_a_record_begins(parts: list[str], size: int) -> None:
    data = "".join(parts)

    class Small(io.BytesIO):
        def read1(self, n: int | None = -1, /) -> bytes:
            return super().read(size)

    lines = data.replace("\r\n", "\n").split("\n")
    for raw in read_records(Small(data.encode()), "x.wcr"):
        if not raw.number:
            continue
        record, findings = parse(raw, GRAMMAR)
        for tag in record.tags:
            line, column, source, begin = locate(record, tag.at)
            assert lines[line - 1].startswith("[A", column - 1)
            assert source.startswith("[A", column - begin)
            assert lines[line - 1][begin - 1 :].startswith(source)
        for d in findings:
            shown = lines[d.line - 1][d.source_column - 1 :]
            assert shown.startswith(d.source_line)
            assert d.column - d.source_column < len(d.source_line)


def test_a_record_that_begins_in_mid_line_shows_its_whole_line() -> None:
    text = '[A "x"]\n1.1 A x [B "y"] 1.1 b z\n'
    _, second = read_records(io.BytesIO(text.encode()), "x.wcr")
    (d,) = parse(second, GRAMMAR)[1]
    assert (d.line, d.column, d.source_line) == (2, 21, '1.1 A x [B "y"] 1.1 b z')
    shown, caret = render(d).split("\n")[3:5]
    assert caret.index("^") - shown.index("1.1 A") == 20
    broken = b'1.1 A \xff [B "y"] 1.1 b z\n'
    _, second = read_records(io.BytesIO(broken), "x.wcr")
    (d,) = parse(second, GRAMMAR)[1]
    assert (d.column, d.source_line) == (21, '1.1 A \ufffd [B "y"] 1.1 b z')
    long = b"1.1 A x {" + b"y" * 100_000 + b'} [B "y"] 1.1 b z\n'
    _, second = read_records(io.BytesIO(long), "x.wcr")
    (d,) = parse(second, GRAMMAR)[1]
    assert d.column == 100_009 + 2 + 8 + 5
    assert len(second.before) == CONTEXT
    assert d.source_line[d.column - d.source_column] == "b"


@pytest.mark.parametrize(
    "tag",
    ['[A "x"]', '[A "a]b"]', '[A "]]"  ]', '[ A\n"a \\"] b"\n]', '[A "two\nlines]"]', '[Event "[x] y"]'],
)
def test_a_tag_is_as_long_as_it_is_written(tag: str) -> None:
    raw = RawRecord(f'[B "0]"] {tag} [C "]"]\n1.1 A x')
    record, _ = parse(raw, GRAMMAR)
    found = record.tags[1]
    assert raw.text[found.at : found.at + tag_length(record, found)] == tag
    assert tag_length(raw, found) == len(tag)
    assert tag_length(record, Tag("A", "x", -1)) == 1


def test_json() -> None:
    (d,) = parse(RawRecord("1.2 b y", "x.wcr"), GRAMMAR)[1]
    (value,) = json.loads(to_json([d]))
    assert (value["code"], value["file"], value["line"], value["column"], value["length"]) == (
        "N203",
        "x.wcr",
        1,
        5,
        1,
    )
    assert json.loads(to_json([Diagnostic(code="N101", message="m", file="\udcff")]))[0]["file"] == "\\udcff"


def test_every_syntax_error_of_the_scanner_is_in_the_catalogue() -> None:
    shown = {code for _, expected in WRONG for code, *_ in expected}
    limits = {"N218", "N219", "N220", "N290"}  # tests of the limits show these
    assert shown | limits == {code for code in CATALOGUE if code.startswith("N2")}


def test_long_notes_are_wrapped_below_themselves() -> None:
    words = " ".join(["b5>o1"] * 40)
    shown = render(diagnose(RawRecord("abc"), "R210", "m", 0, expected=words)).split("\n")[6:]
    assert all(len(line) <= 100 for line in shown)
    assert {line[: len("  = expected: ")].strip() for line in shown[1:]} == {""}
    assert " ".join(shown).removeprefix("  = expected: ").split() == words.split()


def test_a_warning_says_that_it_is_one() -> None:
    d = Diagnostic(code="R211", message="m", severity="warning", record=0)
    assert render(d).startswith("warning[R211]: m")
    assert render(d, color=True).startswith("\x1b[1;33mwarning[R211]")
