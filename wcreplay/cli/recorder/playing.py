"""The turns: the choices of every decision are shown, what is typed is entered, and what it did is told."""

from __future__ import annotations

from collections.abc import Callable

from wcreplay.engine.dialogue import UNKNOWN, Question
from wcreplay.engine.printing import SEATS
from wcreplay.notation.quote import escape

from .asking import Desk, Leave
from .console import Proposal
from .recording import Ambiguous, Needed, Recording, Refused, begins
from .setting_up import Asker, Setup

_MOST_EXPECTED = 100
_STUCK = "nothing can be chosen while a fact is open: write the line that left it open again, in full"


class Playing:
    """Asks for the turns of a recording."""

    def __init__(self, desk: Desk, recording: Recording, setup: Setup, save: Callable[[], None]) -> None:
        """Ask at ``desk``; ``save`` is called after every entry."""
        self._desk = desk
        self._recording = recording
        self._setup = setup
        self._save = save
        self._board = "round"
        self._options: list[str] = []
        self._told = 0
        self._rows: list[list[int]] = []
        self._stage: tuple[int, bool] = (-1, False)

    def run(self, board: str = "round", *, back: bool = False) -> None:
        """Ask until the user leaves; with ``back`` also until the setup is to be asked again.

        ``board`` says when the board is shown by itself: turn, round or never. Raises :class:`Leave` and
        ``EOFError``.
        """
        self._board = board
        self._after("")
        while True:
            line = self._desk.ask(self._prompt(), self._proposals)
            if line in ("undo", "u"):
                if self._recording.undo():
                    self._after(f"taken back; now before {self._where()}")
                elif back:
                    return
                else:
                    self._desk.say(
                        "only the setup is left; `setup` shows it, and a line written again replaces it"
                    )
            elif line == "?":
                self._offer(everything=True)
            elif line == "board":
                self._desk.say(self._recording.game.draw(self._recording.stepper.position))
            elif line == "scores":
                self._desk.say("\n".join(self._scores()))
            elif line == "setup":
                self._open_facts()
            elif not line and self._recording.stepper.over:
                raise Leave
            elif self._enter(line):
                self._after(None)

    # -- entries -----------------------------------------------------------------------------

    def _enter(self, line: str) -> bool:
        """Enter a line; false (and said why) if it cannot be."""
        question = self._question() if line else None
        try:
            line = self._numbered(line)
            self._recording.enter(line)
        except Needed as needed:
            return self._fill_in(needed, line)
        except Ambiguous as several:
            if question is not None and _asks_for(question, several.options):
                return self._picked(question, line)
            self._desk.say(f"'{several.written}' can be")
            self._list(several.options)
        except Refused as refused:
            if question is not None:
                return self._picked(question, line)
            self._refuse(refused)
        else:
            return True
        return False

    def _numbered(self, line: str) -> str:
        """Put the option of that number in the place of a number that begins a line. Raises ``Refused``."""
        first, _, rest = line.partition(" ")
        stepper = self._recording.stepper
        if not first.isdigit() or not stepper.seat or self._question() is not None:
            return line
        if not 0 < int(first) <= len(self._options):
            shown = f"1 to {len(self._options)} are on the list" if self._options else "no list is shown"
            raise Refused(f"no choice has the number {first}: {shown}", hint="? shows every choice")
        return f"{self._options[int(first) - 1]} {rest}".rstrip()

    def _question(self) -> Question | None:
        return self._desk.dialogue.question(self._recording.stepper.position)

    def _picked(self, question: Question, line: str) -> bool:
        """Find the card that a line means, and enter it."""
        answer = question.read(line) or self._desk.picker.pick(question, line, lambda _: "")
        if not answer:
            return False
        return self._enter(question.form.format(answer))

    def _refuse(self, refused: Refused) -> None:
        parts = [str(refused)]
        if refused.hint:
            parts.append(refused.hint)
        elif refused.expected and len(refused.expected) <= _MOST_EXPECTED:
            parts.append(f"expected: {refused.expected}")
        stepper = self._recording.stepper
        if "" in stepper.options():
            parts.append(f"Enter: {self._desk.dialogue.describe(stepper.position, '')}")
        self._desk.say("; ".join(parts))

    # -- open facts --------------------------------------------------------------------------

    def _fill_in(self, needed: Needed, line: str) -> bool:
        """Ask for the open facts that an entry needs, then enter it."""
        self._desk.say(str(needed))
        asked = [question for question in self._still_open() if question.is_about(needed.fact)]
        if not asked:
            self._desk.say("write the turn that left it open again in full, or undo up to there")
            return False
        return self._ask_open(asked) and self._enter(line)

    def _still_open(self) -> list[Question]:
        stepper = self._recording.stepper
        answers = self._desk.dialogue.answers(stepper.setup)
        return [
            question for question in self._setup.questions if answers.get(question.key, UNKNOWN) == UNKNOWN
        ]

    def _open_facts(self) -> None:
        """Show the setup and ask for what is open in it."""
        text = self._recording.text()
        keywords = {keyword.name for keyword in self._recording.game.grammar.setup}
        self._desk.say(
            "\n".join(row for row in text.splitlines() if row.split()[:1] and row.split()[0] in keywords)
        )
        asked = self._still_open()
        if asked:
            self._ask_open(asked)
        else:
            self._desk.say("nothing is open; a statement written again in full replaces what is there")

    def _ask_open(self, asked: list[Question]) -> bool:
        """Ask questions of the setup anew; true if every one has an answer now."""
        setup = self._setup
        answers = self._desk.dialogue.answers(self._recording.stepper.setup)
        setup.answers = {key: answer for key, answer in answers.items() if answer != UNKNOWN}
        setup.order = [SEATS[seat] for seat in self._recording.game.seats(self._recording.stepper.setup)[1]]
        asker = Asker(self._desk, setup, lambda: None)
        for question in asked:
            while question.key not in setup.answers:
                line = self._desk.ask(f"{question.prompt} (Enter: later)", lambda _: [])
                if not line or line == UNKNOWN:
                    break
                setup.answers.update(asker.read(question, line))
        try:
            self._recording.enter(setup.statements().replace("\n", " "))
        except Refused as refused:
            self._refuse(refused)
            return False
        self._save()
        return all(question.key in setup.answers for question in asked)

    # -- what is shown -----------------------------------------------------------------------

    def _after(self, message: str | None) -> None:
        """Save, tell what the last entry did (or a message), and offer what is next."""
        self._save()
        stepper = self._recording.stepper
        lines = stepper.statements()
        whole = len(lines) - bool(self._recording.unfinished())
        if message:
            self._desk.say(message)
        elif message is None and whole > self._told:
            self._tell(lines[self._told : whole])
        stage = (stepper.position.unit_number, bool(stepper.seat))
        if stage != self._stage or message is not None:
            self._told, self._rows, self._stage = whole, self._balances(), stage
            self._begin_unit(first=message == "")
        self._offer()

    def _balances(self) -> list[list[int]]:
        return [row.copy() for row in self._recording.stepper.position.ledger.balances]

    def _tell(self, lines: list[str]) -> None:
        """Tell what statements were written and what they changed."""
        accounts = self._recording.game.accounts
        changes = []
        for seat, (old, new) in enumerate(zip(self._rows, self._balances(), strict=True)):
            parts = [
                f"{after - before:+d} {account.name} = {after}"
                for account, before, after in zip(accounts, old, new, strict=True)
                if after != before and account.kind in ("currency", "track") and account.name != "order"
            ]
            changes += [f"{SEATS[seat]}: {', '.join(parts)}"] if parts else []
        self._desk.say(
            "\n".join((*(f"  {line}" for line in lines), *(f"      {change}" for change in changes)))
        )

    def _begin_unit(self, *, first: bool) -> None:
        """Show the board if that is wanted, and how the seat on turn stands; ``first``: at the start."""
        stepper = self._recording.stepper
        if stepper.over:
            self._desk.say("\n".join(("the game is over", *self._scores())))
            return
        if not stepper.seat:
            order = " ".join(SEATS[seat] for seat in stepper.position.order)
            self._desk.say(f"turn order {order}")
            return
        fresh = stepper.kind == "die" and stepper.label.endswith(".1")
        if self._board == "turn" or (self._board == "round" and (fresh or first)):
            self._desk.say(f"\n{stepper.game.draw(stepper.position)}\n")
        self._desk.say(stepper.game.state_words(stepper.position))

    def _where(self) -> str:
        stepper = self._recording.stepper
        if stepper.over:
            return "the end"
        return (
            f"{stepper.label} {stepper.seat}"
            if stepper.seat
            else self._desk.dialogue.prompt(stepper.position)
        )

    def _prompt(self) -> str:
        stepper = self._recording.stepper
        waits = self._desk.dialogue.prompt(stepper.position)
        if stepper.over:
            return "Enter leaves, undo goes back"
        if not stepper.seat:
            return waits
        name = self._setup.names[SEATS.index(stepper.seat)]
        return f"{stepper.label} {stepper.seat}{f' {escape(name)}' if name else ''}, {waits}"

    def _offer(self, *, everything: bool = False) -> None:
        """Show the choices of the decision: cards, a drawing, or a list with numbers."""
        self._options = []
        stepper = self._recording.stepper
        dialogue = self._desk.dialogue
        if stepper.over or not stepper.seat:
            if everything:
                self._desk.say(
                    f"{dialogue.prompt(stepper.position)}: such as {next(iter(stepper.options()), 'Enter')}"
                )
            return
        if all(dialogue.is_aside(text) for text in stepper.options()):
            self._desk.say(_STUCK)
        question = self._question()
        if question is not None:
            self._desk.picker.begin(question, lambda _: "")
            if everything:
                self._desk.picker.show(question.items)
            return
        menu = dialogue.menu(stepper.position)
        if menu and not everything:
            self._desk.say("\n".join(menu))
            return
        self._list(stepper.options())

    def _list(self, options: list[str]) -> None:
        """List options with numbers and what they do; the empty one is Enter."""
        stepper = self._recording.stepper
        dialogue = self._desk.dialogue
        asides = [text for text in options if dialogue.is_aside(text)]
        self._options = [text for text in options if text and text not in asides]
        width = max((len(text) for text in self._options), default=5)
        for number, text in enumerate(self._options, start=1):
            words = dialogue.describe(stepper.position, text)
            self._desk.say(f"  {number:>3}  {text:<{width}}  {words}".rstrip())
        if asides:
            self._desk.say(f"       {' '.join(asides)}  {dialogue.describe(stepper.position, asides[0])} ...")
        if "" in options:
            self._desk.say(f"  Enter  {dialogue.describe(stepper.position, '')}")

    def _scores(self) -> list[str]:
        stepper = self._recording.stepper
        scores = stepper.scores()
        lines = []
        for seat, points in scores.items():
            name = escape(self._setup.names[SEATS.index(seat)])
            parts = ", ".join(f"{category} {n}" for category, n in points.items() if category != "total")
            lines.append(f"  {seat} {name:<12} {points['total']:>3}   {parts}")
        return [*lines, f"  result: {stepper.result()}"] if stepper.over else lines

    def _proposals(self, line: str) -> list[Proposal]:
        """Return what a line could go on with: cards, or options behind the tokens before the cursor."""
        question = self._question()
        if question is not None and " " not in line:
            return self._desk.picker.proposals(question, line, lambda _: "")
        head, _, last = line.rpartition(" ")
        return [
            Proposal(text, len(last), self._desk.dialogue.describe(stepper.position, text))
            for stepper in self._recording.ahead(head.split())
            for text in stepper.options()
            if text and (not last or begins(last, text))
        ]


def _asks_for(question: Question, options: list[str]) -> bool:
    """Whether options are answers to a question about cards."""
    return {question.form.format(item.id) for item in question.items}.issuperset(options)
