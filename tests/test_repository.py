"""Rules about the repository itself: sizes, leftovers, links, and what the wheel holds."""

import ast
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CODE = ("wcreplay", "tests", "bench", "tools")
LONGEST_MODULE = 600
LONGEST_FUNCTION = 60

# Written in pieces, so that this file does not find itself.
MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:wor" r"k|roo" r"t|hom" r"e/\w+|User" r"s/\w+)/")
REGISTRIES = re.compile(
    r"registry\.(?:npm|yarn)|py" r"pi\.org|python" r"hosted|deb\.deb" r"ian|find-" r"links"
)
LEFTOVERS = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b")


def tracked_files() -> list[Path]:
    """Return the files of the checkout that are, or would be, under version control."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for name in done.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def texts() -> Iterator[tuple[Path, str]]:
    """Yield the text files that people here write, with their content."""
    for path in tracked_files():
        if "vendor" in path.parts and path.suffix in {".js", ".css", ".txt"}:
            continue
        data = path.read_bytes()
        if b"\0" not in data:
            yield path.relative_to(ROOT), data.decode("utf-8", errors="replace")


def findings(pattern: re.Pattern[str]) -> list[str]:
    """Return ``file:line: text`` of each match in the checkout."""
    return [
        f"{path}:{number}: {line.strip()[:100]}"
        for path, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def modules() -> list[Path]:
    """Return the Python files of the checkout."""
    return [
        path for path in tracked_files() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in CODE
    ]


@pytest.mark.parametrize("pattern", [MACHINE_PATHS, REGISTRIES], ids=["machine paths", "registry hosts"])
def test_nothing_of_one_machine_is_in_the_files(pattern: re.Pattern[str]) -> None:
    assert findings(pattern) == []


def test_no_unfinished_work() -> None:
    assert findings(LEFTOVERS) == []


def test_modules_are_short() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    assert {str(path): n for path, n in lengths.items() if n > LONGEST_MODULE} == {}


def code_length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the lines of ``function`` without its decorators and docstring."""
    length = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function, clean=False) is not None:
        length -= (first.end_lineno or first.lineno) - first.lineno + 1
    return length


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every function of a module, methods and inner ones too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_functions_are_short() -> None:
    lengths = {
        f"{path.relative_to(ROOT)}:{function.lineno} {function.name}": code_length(function)
        for path in modules()
        for function in functions(path)
    }
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}


def test_links_in_documents_lead_somewhere() -> None:
    broken = []
    for path, text in texts():
        if path.suffix != ".md":
            continue
        prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
        targets = re.findall(r"\]\(([^)\s]+)[^)]*\)|(?:src|href)=\"([^\"]+)\"", prose)
        for target in (markdown or html for markdown, html in targets):
            if re.match(r"[a-z]+:|#", target):
                continue
            if not (ROOT / path.parent / target.split("#")[0]).exists():
                broken.append(f"{path}: {target}")
    assert broken == []


def test_constraints_are_names_and_versions() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    wrong = [line for line in lines if not re.fullmatch(r"#.*|[A-Za-z0-9_.-]+==[0-9][\w.+!]*", line)]
    assert wrong == []


def test_version_is_in_the_changelog() -> None:
    import wcreplay

    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.fullmatch(r"\d+\.\d+\.\d+", wcreplay.__version__)
    assert "## [Unreleased]" in changelog or f"## [{wcreplay.__version__}]" in changelog


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = folder.glob("*.whl")
    return path


def test_wheel_holds_the_package_and_its_content(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    tops = {name.split("/")[0] for name in names}
    assert {top.split("-")[0] for top in tops} == {"wcreplay"}
    wanted = {"wcreplay/py.typed"}
    for path in (path.relative_to(ROOT) for path in tracked_files()):
        if path.parts[0] in {"records", "dashboards"}:
            wanted.add(f"wcreplay/_bundled/{path.as_posix()}")
        elif path.parts[0] == "wcreplay":
            wanted.add(path.as_posix())
    assert wanted - names == set()


def test_wheel_works_elsewhere(wheel: Path, tmp_path: Path) -> None:
    """The unpacked wheel, away from the checkout, finds its own content and starts."""
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); sys.argv = ['wcreplay', '--version']\n"
        "from wcreplay import bundled\n"
        "print(bundled.records_dir()); print(bundled.dashboards_dir())\n"
        "from wcreplay.cli import main; main()"
    )
    command = [sys.executable, "-I", "-c", code, str(tmp_path / "site")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    records, dashboards, *_ = done.stdout.splitlines()
    content = tmp_path / "site" / "wcreplay" / "_bundled"
    assert Path(records) == content / "records"
    assert Path(dashboards) == content / "dashboards"
