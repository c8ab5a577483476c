"""``python -m bench.editor``: how long an editor waits for the language server, in milliseconds.

A file of many records is opened, one of them is changed, and questions are asked about it. All times are
those that the editor sees, the pause that the server makes after a change included.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from tests.lsp.client import Editor
from wcreplay.engine.simulate import simulate
from wcreplay.lsp.server import PAUSE

URI = "file:///bench.wcr"


def main() -> None:
    """Print all times."""
    parser = argparse.ArgumentParser(prog="python -m bench.editor", description=__doc__)
    parser.add_argument("-n", "--games", type=int, default=1000, help="records of the file (default 1000)")
    parser.add_argument("--rounds", type=int, default=9, help="times each question is asked (default 9)")
    options = parser.parse_args()
    games = simulate("white-castle", options.games, 4, "random", 1)
    text = "\n".join(games)
    print(f"{options.games} simulated 4-player games, policy random, {len(text):,} characters\n")
    started = time.perf_counter()
    editor = Editor(capabilities={})
    _show("start until the server has said what it can do", time.perf_counter() - started)
    started = time.perf_counter()
    assert editor.open(URI, text) == []
    _show("findings of the file when it is opened", time.perf_counter() - started)
    _questions(editor, text, options.rounds)
    assert editor.leave() == 0


def _show(name: str, seconds: float) -> None:
    print(f"{seconds * 1000:8.0f}  {name}")


def _questions(editor: Editor, text: str, rounds: int) -> None:
    """Ask about a turn in the middle of the file, and change it."""
    before = text[: text.index("2.3 ", len(text) // 2) + len("2.3 A ")]
    line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
    ends = [{"line": line, "character": place} for place in (column, column + 1)]
    first = text[len(before)]

    def change(letter: str) -> object:
        return editor.change(URI, {"range": {"start": ends[0], "end": ends[1]}, "text": letter})

    def ask(method: str) -> Callable[[], object]:
        return lambda: editor.ask(f"textDocument/{method}", textDocument={"uri": URI})

    questions: dict[str, Callable[[], object]] = {
        f"findings after a change ({PAUSE * 1000:.0f} of it the pause)": lambda: (change("?"), change(first)),
        "hover over a turn": lambda: editor.at("hover", URI, line, 0),
        "hover over its die": lambda: editor.at("hover", URI, line, column),
        "completion of its die": lambda: editor.at("completion", URI, line, column),
        "outline": ask("documentSymbol"),
        "folding": ask("foldingRange"),
    }
    for name, question in questions.items():
        times = []
        for _ in range(rounds):
            started = time.perf_counter()
            question()
            times.append(time.perf_counter() - started)
        _show(name, statistics.median(times) / (2 if "change" in name else 1))


if __name__ == "__main__":
    main()
