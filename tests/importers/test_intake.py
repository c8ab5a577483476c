"""What is read as a record and what as a log is told by what it holds; games made of logs are stored once."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tests.importers.hand import as_json, dull_game, gzipped, packets, zipped
from wcreplay.bundled import records_dir
from wcreplay.importers import registry
from wcreplay.importers.intake import read_paths
from wcreplay.importers.model import Converted
from wcreplay.notation.model import RawRecord

LOG = as_json(packets(dull_game()))
RECORD = (records_dir() / "white_castle" / "two-players-1.wcr").read_bytes()
PAGE = b"<!DOCTYPE html><html><script>var g_gamelogs = " + LOG + b";</script></html>"
LINES = b"".join(json.dumps(packet).encode() + b"\n" for packet in packets(dull_game()))
ANSWER = as_json({"status": 1, "data": {"valid": 1, "data": packets(dull_game())}})


def kinds(raws: list[RawRecord]) -> list[str]:
    """Return what each raw record is: a game of a log, another record, or the code of what is wrong."""
    return [
        raw.diagnostics[0].code
        if raw.diagnostics
        else "log"
        if "log of an online table" in raw.text
        else "record"
        for raw in raws
    ]


def write(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.json", LOG, "log"),
        ("a.wcr", LOG, "log"),
        ("a", b"\xef\xbb\xbf\n " + LOG, "log"),
        ("a.json", LOG.decode().encode("utf-16"), "log"),
        ("a.txt", ANSWER, "log"),
        ("a.html", PAGE, "log"),
        ("a.js", b"var g_gamelogs = " + LOG, "log"),
        ("a.jsonl", LINES, "log"),
        ("a.json.gz", gzipped(LOG), "log"),
        ("a.json", gzipped(LOG), "log"),
        ("a.bin", zipped(a__json=LOG), "log"),
        ("a.wcr", RECORD, "record"),
        ("a.json", RECORD, "record"),
        ("a.gz", gzipped(RECORD), "record"),
        ("a.wcr", gzipped(RECORD), "record"),
        ("a.wcr", b"{ a comment }\n" + RECORD, "record"),
        ("a.wcr", b"", "N104"),
        ("a.json", b"", "L104"),
        ("a.json", b"nothing of the kind", "L106"),
        ("a.json", LOG[:-9], "L105"),
        ("a.json.gz", gzipped(LOG)[:-20], "N111"),
    ],
)
def test_the_content_tells_what_a_file_is(tmp_path: Path, name: str, data: bytes, kind: str) -> None:
    assert kinds(list(read_paths([write(tmp_path / name, data)]))) == [kind]


def test_folders_and_archives_may_hold_both(tmp_path: Path) -> None:
    write(tmp_path / "b.wcr", RECORD)
    write(tmp_path / "a.json", LOG)
    write(tmp_path / "c" / "d.html", PAGE)
    write(tmp_path / "c" / "notes.txt", b"not looked at")
    write(tmp_path / "e.zip", zipped(a__wcr=RECORD, b__json=LOG, c__txt=b"not looked at"))
    raws = list(read_paths([tmp_path]))
    found = [(Path(raw.source).name, kind) for raw, kind in zip(raws, kinds(raws), strict=True)]
    assert found == [
        ("a.json", "log"),
        ("b.wcr", "record"),
        ("a.wcr", "record"),
        ("b.json", "log"),
        ("d.html", "log"),
    ]


def test_a_folder_without_either_says_what_is_looked_for(tmp_path: Path) -> None:
    write(tmp_path / "notes.txt", b"x")
    (raw,) = read_paths([tmp_path])
    assert kinds([raw]) == ["N103"]
    assert ".wcr" in raw.diagnostics[0].message
    assert ".json" in raw.diagnostics[0].hint


@pytest.mark.parametrize(("data", "kind"), [(LOG, "log"), (RECORD, "record"), (gzipped(LOG), "log")])
def test_standard_input_is_looked_at(monkeypatch: pytest.MonkeyPatch, data: bytes, kind: str) -> None:
    class Slow(io.BytesIO):
        """A pipe that hands over little at a time."""

        def read1(self, size: int | None = -1, /) -> bytes:
            return self.read(7)

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(Slow(data)))
    assert kinds(list(read_paths(["-"]))) == [kind]


def test_several_tables_of_a_file_are_numbered(tmp_path: Path) -> None:
    other = packets(dull_game(("iron", "pearl")), "700000002")
    path = write(tmp_path / "both-700000001.json", as_json([packets(dull_game()), other]))
    raws = list(read_paths([path]))
    assert kinds(raws) == ["log", "log"]
    assert [raw.number for raw in raws] == [1, 2]
    assert {Path(raw.source).name for raw in raws} == {"both-#.json"}


def test_no_importer_is_loaded_for_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(self: registry.Importer) -> None:
        raise AssertionError(self.name)

    monkeypatch.setattr(registry.Importer, "load", load)
    assert kinds(list(read_paths([write(tmp_path / "a.wcr", RECORD)]))) == ["record"]


def test_what_is_odd_about_a_game_that_is_kept_is_told(tmp_path: Path) -> None:
    events = dull_game()
    events.insert(9, {"type": "teaServed", "args": {}})
    (raw,) = read_paths([write(tmp_path / "a.json", as_json(packets(events)))])
    assert kinds([raw]) == ["log"]
    assert isinstance(raw, Converted)
    assert [found.code for found in raw.told] == ["L220"]


def test_the_sample_log_of_the_documentation_can_be_read() -> None:
    path = Path(__file__).with_name("sample-log.json.gz")
    assert str(path.relative_to(Path(__file__).parents[2])) in (
        Path(__file__).parents[2] / "docs" / "import_bga.md"
    ).read_text(encoding="utf-8")
    (raw,) = read_paths([path])
    assert '[Proof "agrees with its log"]' in raw.text
