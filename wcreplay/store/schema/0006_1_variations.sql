-- What was not played: the variations of records, in tables of their own, so that no sum over a game meets them.
CREATE TABLE variation (
    game_id VARCHAR NOT NULL,
    line_no USMALLINT NOT NULL,
    parent_no USMALLINT NOT NULL,
    from_turn USMALLINT NOT NULL,
    seat seat_letter,
    label VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    turns USMALLINT NOT NULL,
    ends_game BOOLEAN NOT NULL
);
COMMENT ON TABLE variation IS 'A row per variation: a line that was not played, replayed from before the turn that it replaces. Tables about the game itself have nothing of it.';
COMMENT ON COLUMN variation.game_id IS 'The game; see game.';
COMMENT ON COLUMN variation.line_no IS 'Number of the variation in its record, from 1; `wcreplay replay --variation` shows it.';
COMMENT ON COLUMN variation.parent_no IS 'Variation that it departs from; 0: the game as it was played.';
COMMENT ON COLUMN variation.from_turn IS 'Turn of that line which it replaces: its own turns begin with this number. Compare with turn.turn_no where parent_no is 0.';
COMMENT ON COLUMN variation.seat IS 'Who acts first in it; NULL: nobody does.';
COMMENT ON COLUMN variation.label IS 'Label of its first turn, such as 2.7.';
COMMENT ON COLUMN variation.text IS 'Its turns in canonical notation, a line each.';
COMMENT ON COLUMN variation.turns IS 'Number of its own turns.';
COMMENT ON COLUMN variation.ends_game IS 'Whether it is played to the end of the game.';

CREATE TABLE variation_turn (
    game_id VARCHAR NOT NULL,
    line_no USMALLINT NOT NULL,
    turn_no USMALLINT NOT NULL,
    round UTINYINT NOT NULL,
    turn_in_round UTINYINT NOT NULL,
    phase turn_phase NOT NULL,
    seat seat_letter,
    label VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    mark turn_mark NOT NULL,
    comment VARCHAR NOT NULL,
    source_line UINTEGER NOT NULL
);
COMMENT ON TABLE variation_turn IS 'A row per turn of a variation; see turn.';
COMMENT ON COLUMN variation_turn.game_id IS 'The game; see game.';
COMMENT ON COLUMN variation_turn.line_no IS 'The variation; see variation.';
COMMENT ON COLUMN variation_turn.turn_no IS 'Number of the turn, counted from the beginning of the game along this line.';
COMMENT ON COLUMN variation_turn.round IS 'Round, from 1; 0: before the first round.';
COMMENT ON COLUMN variation_turn.turn_in_round IS 'Place of the unit within its round and phase, from 1; 0: setup and end.';
COMMENT ON COLUMN variation_turn.phase IS 'draft, turn, gardens (round-end activation) or end.';
COMMENT ON COLUMN variation_turn.seat IS 'Who would have acted; NULL: nobody (end).';
COMMENT ON COLUMN variation_turn.label IS 'Label as in the record; see turn.label.';
COMMENT ON COLUMN variation_turn.text IS 'The decisions in canonical notation.';
COMMENT ON COLUMN variation_turn.mark IS 'Mark of the annotator (! ? !! ?? !? ?!); empty: none.';
COMMENT ON COLUMN variation_turn.comment IS 'Comments at this turn, a line each; empty: none.';
COMMENT ON COLUMN variation_turn.source_line IS 'Line of the source file where the turn is written, from 1; 0: not written.';

CREATE TABLE variation_ledger (
    game_id VARCHAR NOT NULL,
    line_no USMALLINT NOT NULL,
    turn_no USMALLINT NOT NULL,
    seq USMALLINT NOT NULL,
    seat seat_letter NOT NULL,
    currency currency_name NOT NULL,
    delta SMALLINT NOT NULL,
    balance SMALLINT NOT NULL,
    cause cause_name NOT NULL,
    source VARCHAR NOT NULL
);
COMMENT ON TABLE variation_ledger IS 'A row per gain, payment and loss of a currency in the turns of a variation; see ledger.';
COMMENT ON COLUMN variation_ledger.game_id IS 'The game; see game.';
COMMENT ON COLUMN variation_ledger.line_no IS 'The variation; see variation.';
COMMENT ON COLUMN variation_ledger.turn_no IS 'The turn; see variation_turn.';
COMMENT ON COLUMN variation_ledger.seq IS 'Place among everything posted in that turn, from 0.';
COMMENT ON COLUMN variation_ledger.seat IS 'Whose holdings would have changed.';
COMMENT ON COLUMN variation_ledger.currency IS 'What would have changed.';
COMMENT ON COLUMN variation_ledger.delta IS 'Change in units of the currency: positive gained, negative paid or lost.';
COMMENT ON COLUMN variation_ledger.balance IS 'What the seat would hold of it afterwards.';
COMMENT ON COLUMN variation_ledger.cause IS 'Why, in a word of the rules; see ledger.cause.';
COMMENT ON COLUMN variation_ledger.source IS 'The component that would have done it; see ledger.source.';

CREATE TABLE wc_variation_state (
    game_id VARCHAR NOT NULL,
    line_no USMALLINT NOT NULL,
    turn_no USMALLINT NOT NULL,
    seat seat_letter NOT NULL,
    coins USMALLINT NOT NULL,
    seals UTINYINT NOT NULL,
    food UTINYINT NOT NULL,
    iron UTINYINT NOT NULL,
    pearl UTINYINT NOT NULL,
    points USMALLINT NOT NULL,
    time_space UTINYINT NOT NULL,
    score_total USMALLINT NOT NULL
);
COMMENT ON TABLE wc_variation_state IS 'The White Castle: a row per turn of a variation and seat, with what the seat would hold after it; see wc_state.';
COMMENT ON COLUMN wc_variation_state.game_id IS 'The game; see game.';
COMMENT ON COLUMN wc_variation_state.line_no IS 'The variation; see variation.';
COMMENT ON COLUMN wc_variation_state.turn_no IS 'The turn; see variation_turn.';
COMMENT ON COLUMN wc_variation_state.seat IS 'The seat.';
COMMENT ON COLUMN wc_variation_state.coins IS 'Coins.';
COMMENT ON COLUMN wc_variation_state.seals IS 'Daimyo seals.';
COMMENT ON COLUMN wc_variation_state.food IS 'Food.';
COMMENT ON COLUMN wc_variation_state.iron IS 'Iron.';
COMMENT ON COLUMN wc_variation_state.pearl IS 'Mother-of-pearl.';
COMMENT ON COLUMN wc_variation_state.points IS 'Points made during play (final scoring not included).';
COMMENT ON COLUMN wc_variation_state.time_space IS 'Space on the time track, 0 to 20.';
COMMENT ON COLUMN wc_variation_state.score_total IS 'Points as if the game ended there.';
