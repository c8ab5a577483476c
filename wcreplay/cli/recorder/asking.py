"""Asking: commands that are obeyed everywhere, and cards named by id, by number, or by what they show."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from wcreplay.cli.cards_command import item_line, listed, not_found
from wcreplay.engine.cards import CardList, Item, find
from wcreplay.engine.dialogue import UNKNOWN, Dialogue, Question

from .console import Complete, Console, Proposal

_MOST_LISTED = 20
_FEW = 6
"""So many cards are listed before anyone asks."""

HELP = """\
Type what was done, in the notation; punctuation and capitals may be left out (c6s2 for c6>s2, gk2 for G:K2),
a number takes from the list, and Enter takes what the list says. Cards are found by what they show.
  ?            what can be answered here
  board        the board; scores: the points so far
  undo         take the last entry back, again for the one before
  setup        the setup, and what is still open in it
  cards WORDS  find any card; tokens: the notation
  quit         leave; all is saved, and `wcreplay new FILE` goes on
A mark and a comment may stand behind a turn:  c6>s2 G:K2 ! {the only way}
What is written down already is corrected by writing it again in full:  1.3 B c6>s1"""

Check = Callable[[str], str]
"""Says what is wrong with an answer; nothing if it may be given."""


class Leave(Exception):
    """The user wants to stop."""


class Desk:
    """Where questions are asked: the console, the game's cards and words."""

    def __init__(self, console: Console, cards: CardList, dialogue: Dialogue) -> None:
        """Ask at ``console``."""
        self.console = console
        self.cards = cards
        self.dialogue = dialogue
        self.picker = Picker(console, cards)

    def say(self, text: str = "") -> None:
        """Show lines of text."""
        self.console.say(text)

    def ask(self, prompt: str, complete: Complete) -> str:
        """Return a line that is no general command; those are obeyed, and the question is asked again.

        Raises :class:`Leave` for ``quit`` and ``EOFError`` at the end of the input.
        """
        while True:
            line = self.console.ask(f"{prompt}> ", complete)
            word, _, rest = line.partition(" ")
            if line in ("quit", "exit"):
                raise Leave
            if line == "help":
                self.say(HELP)
            elif line == "tokens":
                for title, rows in self.dialogue.tokens:
                    self.say("\n".join((title, *(f"  {token:<20} {words}" for token, words in rows))))
            elif word == "cards":
                self._find(rest)
            else:
                return line

    def _find(self, words: str) -> None:
        found = find(self.cards, words) if words else None
        if found is not None and not found.items:
            self.say(not_found(self.cards, words, found))
        else:
            self.say("\n".join(listed(self.cards, self.cards.items if found is None else found.items)))


class Picker:
    """Finds one card among those that a question allows; remembers the list it showed last."""

    def __init__(self, console: Console, cards: CardList) -> None:
        """Look cards up in ``cards``."""
        self._console = console
        self._cards = cards
        self._shown: tuple[Item, ...] = ()

    def begin(self, question: Question, check: Check) -> None:
        """Forget the last list; show what can be chosen if it is little."""
        self._shown = ()
        items = possible(question, check)
        if items and len(items) <= _FEW:
            self.show(items)

    def show(self, items: Sequence[Item]) -> None:
        """List cards with numbers to choose by."""
        self._shown = tuple(items[:_MOST_LISTED])
        for number, item in enumerate(self._shown, start=1):
            self._console.say(f"  {number:>2}  {item_line(item)}")
        if len(items) > _MOST_LISTED:
            self._console.say(f"      ... and {len(items) - _MOST_LISTED} more: say more of what it shows")

    def pick(self, question: Question, line: str, check: Check) -> str:
        """Return the id of the card that a line means; empty if it means none or several (then say so)."""
        if line.isdigit() and self._shown:
            if not 0 < int(line) <= len(self._shown):
                self._console.say(f"the list has the numbers 1 to {len(self._shown)}")
                return ""
            return self._allowed((self._shown[int(line) - 1],), check)
        found = find(self._cards, line, question.items)
        items = found.items or self._begun(question, line)
        if items:
            return self._allowed(items, check)
        ids = {item.id.lower(): item.id for item in self._cards.items}
        known = next((ids[word] for word in line.lower().split() if word in ids), "")
        near = [item for item in found.nearest if not check(item.id)]
        if known:
            self._console.say(f"{known} is no {question.prompt.rpartition(', ')[2]}")
        elif near:
            self._console.say(f"none shows all of '{line}'; the nearest:")
            self.show(near)
        else:
            self._console.say(not_found(self._cards, line, msgspec.structs.replace(found, nearest=())))
        return ""

    def _allowed(self, items: Sequence[Item], check: Check) -> str:
        good = [item for item in items if not check(item.id)]
        if not good:
            self._console.say(check(items[0].id))
        elif len(good) == 1:
            return good[0].id
        else:
            self.show(good)
        return ""

    def proposals(self, question: Question, line: str, check: Check) -> list[Proposal]:
        """Return the cards that a line may mean so far; its last word may be only begun."""
        items = find(self._cards, line, question.items).items or self._begun(question, line)
        return [Proposal(item.id, len(line), item.text) for item in items if not check(item.id)]

    def _begun(self, question: Question, line: str) -> tuple[Item, ...]:
        """Return the cards that have a word which begins with the last word of a line, however short."""
        head, _, last = line.rpartition(" ")
        items = find(self._cards, head, question.items).items if head.strip(" ,") else question.items
        return tuple(item for item in items if any(word.startswith(last.lower()) for word in _words(item)))


def _words(item: Item) -> list[str]:
    return [item.id.lower(), *item.kinds, *item.text.lower().split()]


def possible(question: Question, check: Check) -> list[Item]:
    """Return the cards that may be the answer."""
    return [item for item in question.items if not check(item.id)]


def answer_words(question: Question, answer: str) -> str:
    """Return an answer with what the card shows."""
    if answer == UNKNOWN:
        return "left open"
    return next((item_line(item) for item in question.items if item.id == answer), answer)
