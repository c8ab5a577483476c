"""Archives: what they hold is read like files, and a hostile one costs neither time nor memory."""

from __future__ import annotations

import gzip
import io
import stat
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from wcreplay.notation import archives
from wcreplay.notation.model import RawRecord
from wcreplay.notation.stream import expand_paths, read_sources

ONE = b'[Game "x"]\nA y\n'
TWO = b'[Game "x"]\nA y\n[Game "x"]\nA z\n'


def read(path: Path) -> list[RawRecord]:
    return list(read_sources(expand_paths([path])))


def told(path: Path) -> list[tuple[str, int, str]]:
    """Return source below the folder of ``path``, number and code of each raw record."""
    start = len(str(path.parent)) + 1
    return [
        (raw.source[start:], raw.number, raw.diagnostics[0].code if raw.diagnostics else "")
        for raw in read(path)
    ]


def zipped(
    path: Path, members: dict[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED
) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data, method)
    return path


def test_a_gzip_file_is_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "games.wcr.gz"
    path.write_bytes(gzip.compress(TWO) + gzip.compress(ONE))
    assert told(path) == [("games.wcr.gz", number, "") for number in (1, 2, 3)]
    assert read(path)[0].text == ONE.decode()


def test_a_zip_file_is_its_record_files_in_sorted_order(tmp_path: Path) -> None:
    members: dict[str | zipfile.ZipInfo, bytes] = {
        "b.wcr": ONE,
        "a/c.WCR": TWO,
        "notes.txt": b"?",
        "__MACOSX/._b.wcr": b"\0",
    }
    path = zipped(tmp_path / "games.zip", members)
    assert told(path) == [
        ("games.zip/a/c.WCR", 1, ""),
        ("games.zip/a/c.WCR", 2, ""),
        ("games.zip/b.wcr", 1, ""),
    ]
    assert [source.size for source in expand_paths([path])] == [len(TWO), len(ONE)]


def test_a_folder_is_searched_for_archives_too(tmp_path: Path) -> None:
    zipped(tmp_path / "a.zip", {"in.wcr": ONE})
    zipped(tmp_path / "b.zip", {"photo.jpg": b"?"})
    (tmp_path / "c.wcr.gz").write_bytes(gzip.compress(ONE))
    (tmp_path / "d.csv.gz").write_bytes(gzip.compress(b"?"))
    (tmp_path / "e.wcr").write_bytes(ONE)
    names = [Path(raw.source).name for raw in read(tmp_path)]
    assert names == ["in.wcr", "c.wcr.gz", "e.wcr"]
    assert told(tmp_path / "b.zip") == [("b.zip", 0, "N103")]


def test_a_damaged_archive_is_named_and_what_was_whole_is_read(tmp_path: Path) -> None:
    whole = gzip.compress(b"".join(ONE[:-1] + b"%x\n" % hash((n, n)) for n in range(20_000)))
    cases = {
        "none.gz": ONE,
        "none.zip": ONE,
        "empty.gz": b"",
        "empty.zip": b"",
        "cut.gz": whole[:-100],
        "sum.gz": whole[:-8] + b"12345678",
        "stream.gz": whole[:2000] + bytes(100) + whole[2100:],
    }
    codes = {}
    for name, content in cases.items():
        (tmp_path / name).write_bytes(content)
        *records, last = read(tmp_path / name)
        codes[name] = last.diagnostics[0].code if last.diagnostics else ""
        assert not any(raw.diagnostics for raw in records)
    assert codes == {**dict.fromkeys(cases, "N111"), "empty.gz": "N104"}
    path = zipped(tmp_path / "sum.zip", {"a.wcr": ONE, "b.wcr": TWO}, zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(ONE, ONE.replace(b"y", b"w"), 1))
    assert told(path) == [("sum.zip/a.wcr", 0, "N111"), ("sum.zip/b.wcr", 1, ""), ("sum.zip/b.wcr", 2, "")]


def test_a_bomb_is_stopped_early_and_in_flat_memory(tmp_path: Path) -> None:
    bomb = b'[Game "x"]\nA y\n' + b" " * (24 << 20)
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(bomb))
    zipped(tmp_path / "bomb.zip", {"a.wcr": bomb, "b.wcr": bomb, "c.wcr": ONE})
    size = (tmp_path / "bomb.gz").stat().st_size
    assert size * archives.MOST_TIMES < len(bomb)
    tracemalloc.start()
    try:
        assert [told(tmp_path / name)[-1][2] for name in ("bomb.gz", "bomb.zip")] == ["N110", "N110"]
        assert tracemalloc.get_traced_memory()[1] < 12 << 20
    finally:
        tracemalloc.stop()


def test_total_size_and_number_of_members_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = zipped(tmp_path / "a.zip", {f"{n}.wcr": ONE for n in range(5)})
    monkeypatch.setattr(archives, "MOST_BYTES", 3 * len(ONE))
    assert [code for _, _, code in told(path)] == ["", "", "", "N110", "N110"]
    monkeypatch.setattr(archives, "MOST_MEMBERS", 4)
    assert told(path) == [("a.zip", 0, "N110")]


def test_a_long_list_of_members_is_not_even_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = zipped(tmp_path / "a.zip", {f"{n}.wcr": b"" for n in range(50)})
    monkeypatch.setattr(archives, "_DIRECTORY", 1000)
    assert told(path) == [("a.zip", 0, "N110")]


def test_members_that_are_not_read_are_named_and_others_are_read(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link.wcr")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("a.wcr", ONE)
    path = zipped(
        tmp_path / "a.zip",
        {
            "../up.wcr": ONE,
            "/etc/root.wcr": ONE,
            "a/../../b.wcr": ONE,
            "c:\\d.wcr": ONE,
            "inner.zip": inner.getvalue(),
            "hidden.wcr": gzip.compress(ONE),
            "fine.wcr": ONE,
            link: b"fine.wcr",
        },
    )
    found = {source: code for source, _, code in told(path)}
    assert found.pop("a.zip/fine.wcr") == ""
    assert set(found.values()) == {"N112"}
    assert len(found) == 7
    other = zipped(tmp_path / "b.zip", {"a.wcr": ONE}, zipfile.ZIP_BZIP2)
    assert told(other) == [("b.zip/a.wcr", 0, "N112")]
    secret = bytearray(zipped(tmp_path / "c.zip", {"a.wcr": ONE}).read_bytes())
    secret[secret.index(b"PK\1\2") + 8] |= 1
    (tmp_path / "c.zip").write_bytes(secret)
    assert told(tmp_path / "c.zip") == [("c.zip/a.wcr", 0, "N112")]


def test_an_archive_that_is_given_up_is_closed(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a.wcr": ONE, "b.wcr": ONE})
    sources = list(expand_paths([path]))
    with sources[1].open() as file:
        assert file.read() == ONE
    archive = sources[0].archive
    assert archive is not None
    archive.close()
    with sources[0].open() as file:  # it is opened again when it is needed
        assert file.read() == ONE
