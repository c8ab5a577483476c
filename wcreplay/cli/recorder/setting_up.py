"""The setup, asked fact by fact. Each answer is checked against the rules at once, the rest still unknown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from wcreplay.engine.canonical import canonical_record
from wcreplay.engine.dialogue import UNKNOWN, Dialogue, Question
from wcreplay.engine.game import Game, SetupError
from wcreplay.engine.printing import SEATS
from wcreplay.notation.formatter import format_record, format_tag
from wcreplay.notation.model import RawRecord, Tag
from wcreplay.notation.scanner import parse

from .asking import Desk, answer_words
from .console import Proposal


class Setup:
    """A setup in the making: players, turn order, and the answers so far."""

    def __init__(self, game: Game, dialogue: Dialogue, tags: Mapping[str, str], names: list[str]) -> None:
        """Begin with the players in the order of their seats; a name may be empty."""
        self.game = game
        self.dialogue = dialogue
        self.tags = dict(tags)
        self.names = names
        self.order: list[str] = []
        self.answers: dict[str, str] = {}

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is asked, in order."""
        return self.dialogue.questions(len(self.names))

    def text(self) -> str:
        """Return the canonical record so far; what is not answered is unknown."""
        record, _ = parse(RawRecord(self.written(self.answers), "setup", 1, 1, ()), self.game.grammar)
        return format_record(canonical_record(record), self.game.grammar)

    def statements(self) -> str:
        """Return the setup statements so far."""
        return self.text().partition("\n\n")[2].rstrip()

    def written(self, answers: Mapping[str, str]) -> str:
        """Return the record with other answers, right or not."""
        meta = self.game.meta
        head = {"Game": meta.name, "Ruleset": meta.rulesets[0], **self.tags}
        head |= {SEATS[seat]: name for seat, name in enumerate(self.names) if name}
        tags = "\n".join(format_tag(Tag(name, value, -1)) for name, value in head.items())
        return f"{tags}\n\n{self.dialogue.setup(self.order, answers)}"

    def fault(self, answers: Mapping[str, str]) -> str:
        """Return why further answers cannot be right; empty if they can."""
        text = self.written({**self.answers, **answers})
        record, _ = parse(RawRecord(text, "setup", 1, 1, ()), self.game.grammar)
        try:
            self.game.read_setup(record)
        except SetupError as error:
            fault = error.faults[0]
            return fault.message + (f" ({fault.expected})" if fault.expected else "")
        return ""

    def take_statement(self, line: str) -> str:
        """Take a whole setup statement, such as ``yards Y3 Y5 | Y1 | Y8``; return what is wrong with it."""
        statements = [
            row for row in self.written(self.answers).splitlines() if row.split()[:1] != line.split()[:1]
        ]
        record, faults = parse(
            RawRecord("\n".join((*statements, line, "")), "setup", 1, 1, ()), self.game.grammar
        )
        if faults:
            return faults[0].message
        try:
            setup = self.game.read_setup(record)
        except SetupError as error:
            return error.faults[0].message + "; " + (error.faults[0].expected or error.faults[0].hint)
        order = [SEATS[seat] for seat in self.game.seats(setup)[1]]
        if len(order) != len(self.names):
            return f"{len(order)} seats, but {len(self.names)} players"
        self.order = order
        self.answers.update({k: v for k, v in self.dialogue.answers(setup).items() if v != UNKNOWN})
        return ""

    def read_order(self, line: str) -> str:
        """Take the turn order as letters or names, first player first; return what is wrong with it."""
        letters = SEATS[: len(self.names)]
        words = [word for word in re.split(r"[\s,]+", line) if word]
        if len(words) == 1 and sorted(words[0].upper()) == list(letters):
            words = list(words[0])
        order = [self._seat(word) for word in words] or list(letters)
        if sorted(order) != list(letters):
            return f"name each of {' '.join(letters)} once, the first player first: letters, or names"
        self.order = order
        return ""

    def _seat(self, word: str) -> str:
        if len(word) == 1 and word.upper() in SEATS[: len(self.names)]:
            return word.upper()
        begun = [SEATS[seat] for seat, name in enumerate(self.names) if name.lower().startswith(word.lower())]
        return begun[0] if len(begun) == 1 else ""


class Asker:
    """Asks for the facts of a setup, one after the other."""

    def __init__(self, desk: Desk, setup: Setup, save: Callable[[], None]) -> None:
        """Ask at ``desk``; ``save`` is called after every answer."""
        self._desk = desk
        self._setup = setup
        self._save = save
        self._trail: list[tuple[list[str], dict[str, str]]] = []

    def run(self) -> None:
        """Ask until every question has an answer; ``undo`` goes back."""
        setup = self._setup
        while not setup.order:
            self._order()
        while True:
            question = next((one for one in setup.questions if one.key not in setup.answers), None)
            if question is None:
                return
            self._question(question)

    def _order(self) -> None:
        setup = self._setup
        players = " ".join(f"{SEATS[seat]} {name}".strip() for seat, name in enumerate(setup.names))
        self._desk.say(f"players: {players}")
        letters = " ".join(SEATS[: len(setup.names)])
        wrong = setup.read_order(self._desk.ask(f"turn order, first player first [{letters}]", lambda _: []))
        if wrong:
            self._desk.say(wrong)
        else:
            self._save()

    def _question(self, question: Question) -> None:
        """Ask until something is answered, or one step is taken back."""
        self._desk.picker.begin(question, self._check(question))
        while True:
            line = self._desk.ask(question.prompt, lambda text: self._proposals(question, text))
            if line in ("undo", "u"):
                self._back()
                return
            if self._take(question, line):
                return

    def _take(self, question: Question, line: str) -> bool:
        """Take a line; false (and said why) if it answers nothing."""
        setup, before = self._setup, (list(self._setup.order), dict(self._setup.answers))
        if not line or line == "?":
            self._hint(question, listing=bool(line))
            return False
        if line == "setup":
            self._desk.say(setup.statements())
            return False
        if line.split(maxsplit=1)[0] in {keyword.name for keyword in setup.game.grammar.setup}:
            wrong = setup.take_statement(line)
            if wrong:
                self._desk.say(wrong)
        else:
            answers = self.read(question, line)
            wrong = "" if answers else "nothing"
            setup.answers.update(answers)
            for one in setup.questions:
                if one.key in answers and one.items:
                    self._desk.say(f"  = {answer_words(one, answers[one.key])}")
        if wrong:
            return False
        self._trail.append(before)
        self._save()
        return True

    def _hint(self, question: Question, *, listing: bool) -> None:
        if listing and question.items:
            self._desk.picker.show([item for item in question.items if not self._check(question)(item.id)])
        self._desk.say(f"{question.prompt}: {question.hint}; _ if nobody saw it")

    def _back(self) -> None:
        """Take the last line back, or of a resumed setup the last answer."""
        setup = self._setup
        if self._trail:
            setup.order, setup.answers = self._trail.pop()
        elif setup.answers:
            last = [question.key for question in setup.questions if question.key in setup.answers][-1]
            del setup.answers[last]
        else:
            self._desk.say("nothing is left to take back; `order B A` changes the turn order")
            return
        self._save()

    def _check(self, question: Question) -> Callable[[str], str]:
        return lambda answer: self._setup.fault({question.key: answer})

    def read(self, question: Question, line: str) -> dict[str, str]:
        """Return the answers that a line gives to a question and those behind it.

        Several may stand on a line if each but the last is written out: as an id, a word, letters. Empty if
        the line gives none; why has been said then.
        """
        words = [word for word in re.split(r"[\s|+,]+", line) if word]
        place = self._setup.questions.index(question)
        answers: dict[str, str] = {}
        for number, word in enumerate(words):
            if place + number == len(self._setup.questions):
                self._desk.say(f"'{word}' is more than there is to answer")
                return {}
            asked = self._setup.questions[place + number]
            answer = asked.read(word)
            if not answer:
                rest = line if not number else " ".join(words[number:])
                found = self._found(asked, rest)
                answers.update(found)
                if not found:
                    return {}
                break
            answers[asked.key] = answer
        if wrong := self._setup.fault(answers):
            self._desk.say(wrong)
            return {}
        return answers

    def _found(self, question: Question, line: str) -> dict[str, str]:
        """Return the card that a line describes as the answer."""
        if not question.items:
            self._desk.say(
                f"'{line}' is no answer for {question.prompt}: {question.hint}; _ if nobody saw it"
            )
            return {}
        card = self._desk.picker.pick(question, line, self._check(question))
        return {question.key: card} if card else {}

    def _proposals(self, question: Question, line: str) -> list[Proposal]:
        if question.items:
            return self._desk.picker.proposals(question, line, self._check(question))
        return [Proposal(word, len(line), "") for word in question.words if word.startswith(line)]


def read_names(line: str, low: int, high: int, count: int | None) -> list[str] | str:
    """Read players: names parted by commas, or their number; or say what is wrong."""
    names = [name.strip() for name in line.split(",")] if line else []
    if len(names) == 1 and names[0].isdigit():
        names = [""] * min(int(names[0]), high + 1)
    elif not names and count:
        names = [""] * count
    wanted = f"{count}" if count else f"{low} to {high}"
    if not (len(names) == count if count else low <= len(names) <= high):
        many = f"{len(names)} player{'s' * (len(names) != 1)}"
        return f"{many}: name {wanted} of them, parted by commas, or say how many"
    given = [name for name in names if name]
    if len(set(given)) != len(given):
        return f"'{next(name for name in given if given.count(name) > 1)}' is named twice"
    return names
