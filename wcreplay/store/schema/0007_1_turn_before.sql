-- As before, but the turn before is found by adding. Nothing can be taken from turn 0: its number has no sign, and DuckDB
-- may work out a key of a join before it leaves out the rows that have no seat.
CREATE OR REPLACE VIEW turn_summary AS
SELECT
    turn.game_id,
    turn.turn_no,
    turn.round,
    turn.phase,
    turn.label,
    turn.seat,
    seated.player,
    turn.text,
    turn.mark,
    dice.colour AS die_colour,
    dice.pips AS die_pips,
    dice.die_end,
    dice.space AS die_space,
    dice.difference AS die_coins,
    coalesce(moved.coins, 0)::SMALLINT AS coins,
    coalesce(moved.seals, 0)::SMALLINT AS seals,
    coalesce(moved.food, 0)::SMALLINT AS food,
    coalesce(moved.iron, 0)::SMALLINT AS iron,
    coalesce(moved.pearl, 0)::SMALLINT AS pearl,
    coalesce(steps.steps, 0)::SMALLINT AS time_steps,
    (state.score_total::SMALLINT - before.score_total)::SMALLINT AS score_gain,
    state.score_total
FROM turn
JOIN seated ON seated.game_id = turn.game_id AND seated.seat = turn.seat
JOIN game ON game.game_id = turn.game_id
JOIN wc_state AS state
    ON state.game_id = turn.game_id AND state.turn_no = turn.turn_no AND state.seat = turn.seat
JOIN wc_state AS before
    ON before.game_id = turn.game_id AND before.turn_no + 1 = turn.turn_no AND before.seat = turn.seat
LEFT JOIN wc_dice AS dice
    ON dice.game_id = turn.game_id AND dice.turn_no = turn.turn_no AND dice.taken
LEFT JOIN (
    SELECT
        game_id, turn_no, seat,
        sum(delta) FILTER (currency = 'coin') AS coins,
        sum(delta) FILTER (currency = 'seal') AS seals,
        sum(delta) FILTER (currency = 'food') AS food,
        sum(delta) FILTER (currency = 'iron') AS iron,
        sum(delta) FILTER (currency = 'pearl') AS pearl
    FROM ledger
    GROUP BY ALL
) AS moved
    ON moved.game_id = turn.game_id AND moved.turn_no = turn.turn_no AND moved.seat = turn.seat
LEFT JOIN (
    SELECT game_id, turn_no, seat, sum(delta) AS steps
    FROM track
    WHERE track = 'time'
    GROUP BY ALL
) AS steps
    ON steps.game_id = turn.game_id AND steps.turn_no = turn.turn_no AND steps.seat = turn.seat
WHERE game.state IN ('complete', 'partial');
COMMENT ON VIEW turn_summary IS 'A row per turn that somebody took (draft picks and round-end gardens too): the die, and what the turn changed for whoever took it. Games that are cut, rejected or unproved are left out.';
COMMENT ON COLUMN turn_summary.game_id IS 'The game; see game.';
COMMENT ON COLUMN turn_summary.turn_no IS 'The turn; see turn.';
COMMENT ON COLUMN turn_summary.round IS 'Round, from 1; 0: before the first round.';
COMMENT ON COLUMN turn_summary.phase IS 'draft, turn or gardens (round-end activation).';
COMMENT ON COLUMN turn_summary.label IS 'Label as in the record: 0.1 draft, 2.7 round and turn, 2.g round-end gardens.';
COMMENT ON COLUMN turn_summary.seat IS 'Who acted.';
COMMENT ON COLUMN turn_summary.player IS 'The player, all spellings joined.';
COMMENT ON COLUMN turn_summary.text IS 'The decisions in canonical notation.';
COMMENT ON COLUMN turn_summary.mark IS 'Mark of the annotator (! ? !! ?? !? ?!); empty: none.';
COMMENT ON COLUMN turn_summary.die_colour IS 'Colour of the die taken; NULL: none was.';
COMMENT ON COLUMN turn_summary.die_pips IS 'Value of the die taken, 1 to 6; 0: not known; NULL: none was taken.';
COMMENT ON COLUMN turn_summary.die_end IS 'End of the bridge it was taken from: < left (with the Lantern), > right; NULL: none was taken.';
COMMENT ON COLUMN turn_summary.die_space IS 'Where it was placed; see wc_dice.space. NULL: none was taken.';
COMMENT ON COLUMN turn_summary.die_coins IS 'Coins its placement moved: positive gained, negative paid; NULL: none was taken.';
COMMENT ON COLUMN turn_summary.coins IS 'Change of the coins in this turn, the placement of the die included.';
COMMENT ON COLUMN turn_summary.seals IS 'Change of the Daimyo seals in this turn.';
COMMENT ON COLUMN turn_summary.food IS 'Change of the food in this turn.';
COMMENT ON COLUMN turn_summary.iron IS 'Change of the iron in this turn.';
COMMENT ON COLUMN turn_summary.pearl IS 'Change of the mother-of-pearl in this turn.';
COMMENT ON COLUMN turn_summary.time_steps IS 'Spaces moved on the time track in this turn.';
COMMENT ON COLUMN turn_summary.score_gain IS 'Change of score_total in this turn.';
COMMENT ON COLUMN turn_summary.score_total IS 'Points as if the game ended after this turn (a total, not a change).';
