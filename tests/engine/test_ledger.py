"""The ledger: balances are the sums of their postings, and a copy goes its own way."""

from __future__ import annotations

import pytest

from wcreplay.engine.ledger import Ledger, Overdrawn


def test_a_posting_tells_the_change_and_the_balance_after_it() -> None:
    ledger = Ledger(seats=2, accounts=3)
    ledger.post(1, 2, 5, "setup", "card")
    ledger.post(1, 2, -3, "price", "room", 4)
    assert ledger.balances == [[0, 0, 0], [0, 0, 2]]
    assert [tuple(posting) for posting in ledger.postings] == [
        (1, 2, 5, 5, "setup", "card", -1),  # -1: no detail
        (1, 2, -3, 2, "price", "room", 4),
    ]


def test_a_balance_of_0_is_no_debt_and_one_below_it_is() -> None:
    ledger = Ledger(1, 1)
    ledger.post(0, 0, 2, "setup", "card")
    ledger.post(0, 0, -2, "price", "room")
    assert ledger.balances == [[0]]
    with pytest.raises(Overdrawn, match=r"-1 of account 0 after -1 \(price, room\)"):
        ledger.post(0, 0, -1, "price", "room")


def test_a_copy_and_its_original_do_not_share_what_is_posted_later() -> None:
    ledger = Ledger(1, 2)
    ledger.post(0, 0, 2, "setup", "card")
    copy = ledger.clone()
    ledger.post(0, 1, 1, "price", "room")
    copy.post(0, 0, 7, "price", "room")
    assert (ledger.balances, copy.balances) == ([[2, 1]], [[9, 0]])
    assert (len(ledger.postings), len(copy.postings)) == (2, 2)
    assert ledger.postings[0] == copy.postings[0]
