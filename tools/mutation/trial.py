"""Runs the tests on one copy of the checkout, the current folder, and reports the first that fails.

Started by ``work`` as a program of its own: ``trial.py TASK REPORT``. The task is a file of JSON: ``tests``,
``options``, the likely killers ``first``, and the ``seconds`` that each test took before. The report is a
line: ``survived``, or ``killed`` and by what. It is written before each test, so that it also tells where a
mutant stood still.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

import pytest

MEMORY = 4 << 30
"""Bytes of address space: a mutant that gains without end must not take the machine along."""
SECONDS = 20
"""Processor time for importing, for each test and each sample record: ten times what the slowest needs."""
GOLDEN = "golden transcripts"
PLUGINS = ("playwright", "xdist", "base_url", "cacheprovider", "axe")
"""Plugins that the tests of the rules do not need; leaving them out starts faster."""


class Report:
    """The file that tells what came of it, whenever the process ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.now = ""

    def running(self, what: str) -> None:
        """Give ``what`` its time, and note that it runs."""
        times = os.times()
        limit = int(times.user + times.system) + SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
        self.now = what
        self.end("timeout", what)

    def end(self, verdict: str, what: str = "") -> None:
        """Note how it ended."""
        self.path.write_text(f"{verdict} {what}", encoding="utf-8")


class Course:
    """Orders the tests, the likely killers first and the slow ones last, and notes the first that fails."""

    def __init__(self, report: Report, first: list[str], seconds: dict[str, float]) -> None:
        self.report = report
        self.first = {name: number for number, name in enumerate(first)}
        self.before = seconds
        self.seconds: dict[str, float] = {}
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort the tests; those of which nothing is known stay in their order."""
        last = len(self.first)
        items.sort(key=lambda item: (self.first.get(item.nodeid, last), self.before.get(item.nodeid, 0.0)))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Give the test its time."""
        self.report.running(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how long the test took, and whether it is the first that fails."""
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note the first module that cannot be imported."""
        self._note(report)

    def _note(self, report: Any) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid


def smoke(report: Report) -> None:
    """Replay the sample records; raise where one differs from its transcript, or whatever a mutant does."""
    report.running("import")
    import wcreplay

    here = Path(wcreplay.__file__).resolve().parents[1]
    if here != Path.cwd():
        report.end("error", f"the package comes from {here}")
        sys.exit(2)
    from tests.golden.transcript import transcripts

    report.running(GOLDEN)
    for path, text in transcripts():
        if path.read_text(encoding="utf-8") != text:
            raise ValueError(path.stem)
        report.running(GOLDEN)


def main(task: dict[str, Any], report: Report) -> None:
    """Replay the records, then run the tests that ``task`` names."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.path[0] = str(Path.cwd())
    try:
        smoke(report)
    except Exception:
        report.end("killed", report.now)
        raise
    report.running("collection")
    course = Course(report, task["first"], task["seconds"])
    options = [option for name in PLUGINS for option in ("-p", f"no:{name}")]
    code = pytest.main([*options, *task["options"], *task["tests"]], plugins=[course])
    if code == pytest.ExitCode.OK:
        report.path.with_suffix(".seconds").write_text(json.dumps(course.seconds), encoding="utf-8")
        report.end("survived")
    elif code in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED):
        report.end("error", f"pytest ended with {code}")
    else:
        report.end("killed", course.failed or report.now)


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), Report(Path(sys.argv[2])))
