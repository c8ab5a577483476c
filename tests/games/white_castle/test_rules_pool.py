"""The ruling ``pool``: one pool of pending effects, nested ones included (R16.3)."""

from __future__ import annotations

from wcreplay.engine.replay import replay

from .table import ACCOUNTS, GAME, SIXES, choices, play, position, read, record, refused, replayed

POOL = '[Rulings "pool"]'
GATE = f"""round 1 {SIXES}
0.1 B R9
0.2 A R2 +pp
1.1 A c6>o2 Q
1.2 B c6>w +f +f"""
"""A has a courtier at the gate and 2 pearls."""


def order(turns: str) -> list[str]:
    """Return in which order a seat's last turn touched food and the gate."""
    turn = replayed(record(turns, tags=POOL)).turns[-1]
    names = [ACCOUNTS[posting.account] for posting in turn.postings]
    return [name for name in names if name in ("food", "courtier_gate")]


def test_r16_3_depth_first_finishes_what_the_first_step_does() -> None:
    assert choices(position(GATE, "w6>o1 g^s1.1/S4"), ">") == []
    assert refused(f"{GATE}\n1.3 A w6>o1 g^s1.1/S4 >Q Q +f").state.startswith("1.3 A")


def test_r16_3_in_the_pool_the_second_step_may_come_before_the_block() -> None:
    assert order(f"{GATE}\n1.3 A w6>o1 g^s1.1/S4 >Q Q +f") == ["courtier_gate", "courtier_gate", "food"]
    assert order(f"{GATE}\n1.3 A w6>o1 g^s1.1/S4 +f Q") == ["courtier_gate", "food", "courtier_gate"]


def test_r16_3_the_pool_is_listed_among_the_options() -> None:
    start = position(GATE)
    pooled = replayed(record(GATE, tags=POOL))
    other = GAME.start(pooled.setup)
    for text in pooled.history:
        other.apply(text)
    assert start.options() == other.options()
    assert ">Q" in choices(play(other, "w6>o1 g^s1.1/S4"), ">")


def test_r16_4_rewards_of_a_row_come_before_its_card_also_in_the_pool() -> None:
    """The first decision of a row is about its card: nothing lets the card be done before the rewards."""
    done = replayed(record(GATE, tags=POOL))
    for colour in "cbw":
        reached = GAME.start(done.setup)
        for text in done.history:
            reached.apply(text)
        play(reached, f"{colour}6<p")
        reached.apply("")  # the Lantern of the left die
        assert reached.decision.kind in ("action", "close")


def test_r16_3_the_ruling_is_part_of_the_games_identity() -> None:
    assert replayed(record(GATE)).game_id != replayed(record(GATE, tags=POOL)).game_id


def test_r16_3_there_is_no_other_ruling() -> None:
    assert replay(read(record(GATE, tags='[Rulings "breadth"]'))).diagnostics[0].article == "R16.3"
