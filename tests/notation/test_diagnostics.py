"""Findings for people and programs: the picture with the caret, JSON, and the catalogue."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.notation.common import GRAMMAR, codes, records
from tests.notation.test_scanner import WRONG
from wcreplay.notation.catalogue import CATALOGUE
from wcreplay.notation.diagnostics import Diagnostic, catalogue_markdown, render, to_json
from wcreplay.notation.locate import diagnose, locate
from wcreplay.notation.model import RawRecord
from wcreplay.notation.scanner import parse


def test_the_picture() -> None:
    (d,) = parse(RawRecord("A x\n1.2 b y\n", "games/x.wcr", 3, 9), GRAMMAR)[1]
    assert render(d) == (
        "error[N203]: wrong case: `b`\n"
        "  --> games/x.wcr:10:5 (record 3)\n"
        "   |\n"
        "10 | 1.2 b y\n"
        "   |     ^\n"
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


@settings(deadline=None)
@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60), st.text(max_size=10))
def test_nothing_in_a_record_reaches_the_terminal(text: str, at: int, length: int, other: str) -> None:
    d = diagnose(RawRecord(text, source=other), "N201", other, at, length, hint=other, expected=other)
    shown = render(d)
    assert all(c == "\n" or unicodedata.category(c) not in ("Cc", "Cf", "Cs") for c in shown)
    lines = shown.split("\n")
    assert len(lines) <= 7
    json.loads(to_json([d]))


@settings(deadline=None)
@given(st.text("ab\n", max_size=20), st.integers(-2, 25))
def test_locating(text: str, at: int) -> None:
    line, column, source = locate(RawRecord(text, line=5), at)
    at = min(max(at, 0), len(text))
    assert text.split("\n")[line - 5] == source
    assert sum(len(x) + 1 for x in text.split("\n")[: line - 5]) + column - 1 == at


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


# Codes that no short text can show; tests of the stream and of the limits show them.
_ELSEWHERE = {"N101", "N102", "N103", "N104", "N106", "N107", "N108", "N109", "N219", "N220", "N290"}


@pytest.mark.parametrize("code", CATALOGUE)
def test_each_code_has_an_example_that_makes_it(code: str) -> None:
    info = CATALOGUE[code]
    assert info.title
    assert info.meaning.endswith(".")
    assert info.cure
    if code in _ELSEWHERE:
        assert not info.example
    elif code.startswith("N1"):
        assert records(info.example.encode())[0].diagnostics[0].code == code
    else:
        assert codes(info.example) == [code]


def test_the_catalogue_is_complete() -> None:
    shown = {code for _, expected in WRONG for code, *_ in expected}
    assert shown <= set(CATALOGUE)
    assert shown | _ELSEWHERE | {"N105", "N218"} == set(CATALOGUE)
    page = catalogue_markdown(CATALOGUE.values())
    assert page.count("### N") == len(CATALOGUE)
    assert "    1.1 A c6>s2!" in page
