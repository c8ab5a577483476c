"""Bytes to raw records: cutting, encodings, limits, and folders. A broken record never costs the next."""

from __future__ import annotations

import io
import os
import resource
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.common import GAME, GRAMMAR, records
from wcreplay.notation.model import RawRecord
from wcreplay.notation.scanner import parse
from wcreplay.notation.stream import expand_paths, read_records, read_sources

ONE = GAME.encode()


def _found(raws: list[RawRecord]) -> list[tuple[int, int, str]]:
    return [(r.number, r.line, r.diagnostics[0].code if r.diagnostics else "") for r in raws]


def test_records_of_a_file() -> None:
    lines = GAME.count("\n")
    raws = records(ONE * 3)
    assert _found(raws) == [(1, 1, ""), (2, lines + 1, ""), (3, 2 * lines + 1, "")]
    assert [r.text for r in raws] == [GAME] * 3
    assert {r.source for r in raws} == {"x.wcr"}


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n", " ", "\n\n\t"])
def test_line_breaks(end: str) -> None:
    raws = records((GAME * 2).replace("\n", end).encode())
    assert [r.text.split() for r in raws] == [GAME.split()] * 2
    assert all("\r" not in r.text for r in raws)


def test_byte_order_marks() -> None:
    raws = records(b"\xef\xbb\xbf" + ONE + b"\xef\xbb\xbf" + ONE)
    assert [r.diagnostics for r in raws] == [(), ()]
    assert raws[1].text == GAME


@pytest.mark.parametrize(
    "text",
    [
        'A x { [Game "y"]\n[Game "z"] }',
        'A x ; [Game "y"]\nB z',
        '[Event "[Game \\"y\\"] ; {"]\nA x',
        '[Event "a {"] A x\n; {\n{ ; \\} }',
        '{ [x] }\n; c\n[A "n"] ; d\nA x',
    ],
)
def test_what_looks_like_a_tag_but_is_none(text: str) -> None:
    raws = records((text + "\n" + GAME).encode())
    assert [r.text for r in raws] == [text + "\n", GAME]


@pytest.mark.parametrize(
    "broken",
    [
        "A x { never closed\n",
        "A x { never closed\n[",
        '[Event "never closed\n\nA x\n',
        "[Event never closed\n\nA x\n",
        "A x \xff\n",
        "A x \x00\n",
        "A x ) } ]\n",
        "A x { a { b\n",
        "A x (((\n",
        "A x \\\n",
        "A x [y\n",
        "; {\nA x\n",
    ],
)
def test_a_broken_record_never_costs_the_next(broken: str) -> None:
    data = ONE + ('[Event "broken"]\n' + broken).encode("latin-1") + ONE
    raws = records(data)
    assert raws[0].text == GAME
    assert raws[-1].text == GAME
    assert not raws[-1].diagnostics
    assert len(raws) >= 3


def test_a_broken_tag_on_one_line_with_the_next_record() -> None:
    raws = records(b"A x [y " + GAME.replace("\n", " ").encode())
    assert [r.text.split() for r in raws] == [["A", "x", "[y"], GAME.split()]


def test_a_forgotten_brace_before_a_game_with_comments() -> None:
    raws = records(b"A x { oops\n" + ONE + ONE)
    assert [r.text for r in raws[1:]] == [GAME, GAME]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", [(0, 1, "N104")]),
        (b" \n\t\r\n", [(0, 1, "N104")]),
        (b"\xef\xbb\xbf", [(0, 1, "N104")]),
        (b"; nothing\n{ at all }\n", [(0, 1, "N105")]),
        ("A x".encode("utf-16"), [(0, 1, "N107")]),
        (b"\xfe\xff\0A", [(0, 1, "N107")]),
        (b"\0\0\xfe\xff", [(0, 1, "N107")]),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR[", [(0, 1, "N108")]),
        (b'[A "x"]\nA x\0\n[A "y"]\nA y', [(1, 1, "N108"), (2, 3, "")]),
        (b"A \xe9", [(1, 1, "N106")]),
        (b"A x {", [(1, 1, "")]),
        (b"[", [(1, 1, "")]),
        (b"A x\n; c", [(1, 1, "")]),
    ],
)
def test_sources_and_encodings(data: bytes, expected: list[tuple[int, int, str]]) -> None:
    assert _found(records(data)) == expected


def test_the_place_of_an_undecodable_byte() -> None:
    (raw,) = records('[A "Ó"]\nA x \xe9\xe8'.encode()[:-4] + b"\xe9\xe8 y")
    (d,) = raw.diagnostics
    assert (d.code, d.line, d.column, d.length) == ("N106", 2, 5, 2)
    assert "byte 0xe9 at byte 13" in d.message
    assert d.source_line == "A x \ufffd\ufffd y"


def test_the_place_of_a_zero_byte() -> None:
    raws = records(ONE + b'[A "x"]\r\nA x\0')
    (d,) = raws[1].diagnostics
    assert (d.code, d.line, d.column) == ("N108", GAME.count("\n") + 2, 4)
    assert f"at byte {len(ONE) + 12} " in d.message


def test_short_limits() -> None:
    assert _found(records(ONE * 2, limit=100)) == [(1, 1, "N109"), (2, GAME.count("\n") + 1, "N109")]
    assert all(len(r.text) < 5000 for r in records(ONE * 2, limit=100))


class _Repeated:
    """A stream of much the same: a game, a unit again and again, a game."""

    def __init__(self, lead: bytes, unit: bytes, size: int) -> None:
        self.parts = [ONE + lead]
        self.unit = unit * max(1, (1 << 16) // len(unit))
        self.left = size

    def read(self, size: int = -1, /) -> bytes:
        if self.parts:
            return self.parts.pop()
        if self.left <= 0:
            return b""
        self.left -= len(self.unit)
        if self.left <= 0:
            self.parts = [b"\n" + ONE]
        return self.unit


@pytest.mark.parametrize("lead", [b"", b";", b"{", b'[A "', b"1.1 A "])
@pytest.mark.parametrize(
    "unit", [b"x ", b"{x ", b"{}", b"[a ", b'[a "', b"\\", b"\n", b'[T "x"]\n', b"\xff", b";\n"]
)
def test_a_record_beyond_the_limit_is_refused_and_the_next_is_read(lead: bytes, unit: bytes) -> None:
    raws = list(read_records(_Repeated(lead, unit, 600_000), "x", limit=100_000))
    assert [r.diagnostics[0].code for r in raws if r.diagnostics][:1] == ["N109"]
    assert raws[-1].text.strip() == GAME.strip()
    assert not raws[-1].diagnostics
    assert len(raws) <= 4


def test_memory_is_flat_and_a_huge_line_is_refused() -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    raws = list(read_records(_Repeated(b"1.1 A ", b"x ", 50_000_000), "x"))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert [bool(r.diagnostics) for r in raws] == [True, False]
    assert after - before < 30_000  # KiB


def test_memory_is_flat_over_a_hundred_thousand_records() -> None:
    class Many:
        """The same record over and over, without a file."""

        left = 100_000

        def read(self, size: int = -1, /) -> bytes:
            count = min(self.left, 500)
            self.left -= count
            return (ONE + b"\n") * count

    records = iter(read_records(Many(), "x"))
    for _ in range(1000):
        next(records)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert sum(1 for _ in records) == 99_000
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after - before < 10_000  # KiB


def test_records_come_as_soon_as_they_are_complete() -> None:
    def parts() -> Iterator[bytes]:
        yield ONE
        yield ONE
        raise AssertionError("the first record does not need the third part")

    class Slow:
        def __init__(self) -> None:
            self.parts = parts()

        def read(self, size: int = -1, /) -> bytes:
            return next(self.parts)

    assert next(read_records(Slow(), "x")).text == GAME


@given(st.integers(1, 40), st.text('[]{}";\\\n A1."', max_size=40))
def test_chunks_do_not_matter(size: int, text: str) -> None:
    data = (GAME + text + '\n[Game "x"]\nA é 語\r\n' + GAME).encode()

    class Small(io.BytesIO):
        def read1(self, n: int | None = -1, /) -> bytes:
            return super().read(size)

    whole = records(data)
    assert list(read_records(Small(data), "x.wcr")) == whole
    assert "".join(r.text for r in whole).split() == data.decode().split()


@given(
    st.lists(
        st.sampled_from(
            ['[A "x"]', "[", "\n", " ", "{", "}", ";", '"', "\\\\", "A x", "]", "1.1 A y", "(", ")"]
        )
    )
)
def test_the_stream_and_the_scanner_agree_where_a_record_ends(parts: list[str]) -> None:
    for raw in records("".join(parts).encode()):
        _, findings = parse(raw, GRAMMAR)
        assert "N209" not in [d.code for d in findings]


def test_reading_stops_with_a_finding_when_the_disk_fails() -> None:
    class Failing:
        def __init__(self) -> None:
            self.parts = [ONE + ONE]

        def read(self, size: int = -1, /) -> bytes:
            if self.parts:
                return self.parts.pop()
            raise OSError(5, "Input/output error")

    raws = list(read_records(Failing(), "x"))
    assert raws[0].text == GAME
    assert raws[-1].diagnostics[0].code == "N102"


def test_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "empty").mkdir()
    for name in ("z.wcr", "a.WCR", "b/c.wcr", "b/notes.txt", "other.txt"):
        (tmp_path / name).write_text("A x\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    sources = list(expand_paths([".", "other.txt", "empty", "missing", "-"]))
    names = [(s.name, s.diagnostics[0].code if s.diagnostics else "") for s in sources]
    assert names == [
        ("a.WCR", ""),
        ("z.wcr", ""),
        (os.path.join("b", "c.wcr"), ""),  # noqa: PTH118 (the separator of the system, in a name)
        ("other.txt", ""),
        ("empty", "N103"),
        ("missing", "N101"),
        ("-", ""),
    ]
    raws = list(read_sources(sources[:-1]))
    assert [r.number for r in raws] == [1, 1, 1, 1, 0, 0]


def test_paths_that_the_system_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def one(path: str) -> str:
        (source,) = expand_paths([path])
        return source.diagnostics[0].code

    assert one("") == "N101"
    assert one("a\0b") == "N101"
    assert one("x" * 5000) == "N102"

    def refuse(path: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("os.scandir", refuse)
    assert one(str(tmp_path)) == "N102"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_only_regular_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "b.wcr").write_bytes(ONE)
    (tmp_path / "c.wcr").symlink_to(tmp_path / "b.wcr")
    (tmp_path / "d.wcr").symlink_to(tmp_path / "nothing")
    (tmp_path / "e.wcr").symlink_to(tmp_path / "e.wcr")
    os.mkfifo(tmp_path / "f.wcr")
    (tmp_path / "g.wcr").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "h.wcr"))
    (tmp_path / "i.wcr").write_bytes(ONE)
    names = ["b.wcr", "c.wcr", "d.wcr", "e.wcr", "f.wcr", "g.wcr", "h.wcr", "i.wcr"]
    expected = ["", "", "N102", "N102", "N102", "N102", "N102", ""]
    raws = list(read_sources(expand_paths([tmp_path])))
    assert [Path(raw.source).name for raw in raws] == names
    assert [raw.diagnostics[0].code if raw.diagnostics else "" for raw in raws] == expected
    named = list(read_sources(expand_paths([tmp_path / "f.wcr", tmp_path / "h.wcr", "/dev/zero"])))
    assert [raw.diagnostics[0].code for raw in named] == ["N102"] * 3


def test_lines_are_counted_in_what_is_thrown_away() -> None:
    for size in range(200, 240):
        data = b"A x\r\n" * size + ONE
        assert records(data, limit=100)[1].line == size + 1


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(ONE)

    monkeypatch.setattr("sys.stdin", Stdin)
    (raw,) = read_sources(expand_paths(["-"]))
    assert (raw.source, raw.text) == ("-", GAME)
    assert not Stdin.buffer.closed


def test_a_file_that_vanishes(tmp_path: Path) -> None:
    path = tmp_path / "x.wcr"
    path.write_bytes(ONE)
    sources = list(expand_paths([path]))
    path.unlink()
    (raw,) = read_sources(sources)
    assert raw.diagnostics[0].code == "N102"


def test_names_cannot_move_the_cursor(tmp_path: Path) -> None:
    path = tmp_path / "x\x1b[2J.wcr"
    path.write_bytes(ONE)
    (source,) = expand_paths([path])
    assert "\x1b" not in source.name
    assert "\\x1b" in source.name
