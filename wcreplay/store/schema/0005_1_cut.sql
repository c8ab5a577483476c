-- Games of which only what comes before the first fault of their record is kept.
ALTER TABLE game ALTER COLUMN state SET DATA TYPE VARCHAR;
DROP TYPE game_state;
CREATE TYPE game_state AS ENUM ('complete', 'partial', 'rejected', 'unproved', 'cut');
ALTER TABLE game ALTER COLUMN state SET DATA TYPE game_state;
COMMENT ON COLUMN game.state IS 'complete: played to the end; partial: the record stops earlier; cut: the record is wrong, and what comes before its first fault is kept (see diagnostic); rejected: a recheck found an error in it; unproved: made of a log that it does not agree with. The last three are no part of any statistics.';
COMMENT ON TABLE diagnostic IS 'A row per finding about a stored game: warnings, why a game is cut, and the errors of a later recheck. Other records with an error are not stored.';

-- Statistics are about games that are complete or partial: as in versions 3 and 4, without all others.
CREATE OR REPLACE VIEW coin_flow AS
SELECT
    ledger.game_id,
    ledger.seat,
    seated.player,
    ledger.cause,
    coalesce(sum(ledger.delta) FILTER (ledger.delta > 0), 0)::INTEGER AS received,
    coalesce(-sum(ledger.delta) FILTER (ledger.delta < 0), 0)::INTEGER AS paid,
    sum(ledger.delta)::INTEGER AS net
FROM ledger
JOIN seated ON seated.game_id = ledger.game_id AND seated.seat = ledger.seat
JOIN game ON game.game_id = ledger.game_id
WHERE ledger.currency = 'coin' AND game.state IN ('complete', 'partial')
GROUP BY ALL;
COMMENT ON VIEW coin_flow IS 'A row per game, seat and cause: the coins that came in and went out for that cause in the whole game. Games that are cut, rejected or unproved are left out.';
COMMENT ON COLUMN coin_flow.game_id IS 'The game; see game.';
COMMENT ON COLUMN coin_flow.seat IS 'Whose coins.';
COMMENT ON COLUMN coin_flow.player IS 'The player, all spellings joined.';
COMMENT ON COLUMN coin_flow.cause IS 'Why, in a word of the rules; see ledger.cause.';
COMMENT ON COLUMN coin_flow.received IS 'Coins received, all of the game together.';
COMMENT ON COLUMN coin_flow.paid IS 'Coins paid or lost, all of the game together.';
COMMENT ON COLUMN coin_flow.net IS 'Received less paid. Over all causes it is what the seat holds in the end.';

CREATE OR REPLACE VIEW time_race AS
SELECT
    state.game_id,
    state.turn_no,
    turn.round,
    turn.label,
    state.seat,
    seated.player,
    state.time_space AS space,
    state.time_height AS height,
    coalesce(moved.steps, 0)::SMALLINT AS steps,
    coalesce(moved.paid, 0)::USMALLINT AS paid
FROM wc_state AS state
JOIN turn ON turn.game_id = state.game_id AND turn.turn_no = state.turn_no
JOIN seated ON seated.game_id = state.game_id AND seated.seat = state.seat
JOIN game ON game.game_id = state.game_id
LEFT JOIN (
    SELECT game_id, turn_no, seat, sum(delta) AS steps, sum(paid) AS paid
    FROM track
    WHERE track = 'time'
    GROUP BY ALL
) AS moved
    ON moved.game_id = state.game_id AND moved.turn_no = state.turn_no AND moved.seat = state.seat
WHERE game.state IN ('complete', 'partial');
COMMENT ON VIEW time_race IS 'A row per turn and seat: where the marker stands on the time track after the turn, and what the way cost. Games that are cut, rejected or unproved are left out.';
COMMENT ON COLUMN time_race.game_id IS 'The game; see game.';
COMMENT ON COLUMN time_race.turn_no IS 'The turn; see turn.';
COMMENT ON COLUMN time_race.round IS 'Round, from 1; 0: before the first round.';
COMMENT ON COLUMN time_race.label IS 'Label of the turn, such as 2.7; empty: setup and end.';
COMMENT ON COLUMN time_race.seat IS 'Whose marker.';
COMMENT ON COLUMN time_race.player IS 'The player, all spellings joined.';
COMMENT ON COLUMN time_race.space IS 'Space of the marker after the turn, 0 to 20 (a total, not a change).';
COMMENT ON COLUMN time_race.height IS 'Place in the pile on that space, 1 = lowest; of markers on one space the highest is ahead.';
COMMENT ON COLUMN time_race.steps IS 'Spaces moved in this turn; 0: it stayed.';
COMMENT ON COLUMN time_race.paid IS 'Seals paid at checkpoints in this turn.';

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
    ON before.game_id = turn.game_id AND before.turn_no = turn.turn_no - 1 AND before.seat = turn.seat
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

CREATE OR REPLACE VIEW player AS
SELECT
    seated.player,
    string_agg(DISTINCT seated.name, ', ' ORDER BY seated.name) AS names,
    count(*)::UINTEGER AS games,
    count(seated.rank)::UINTEGER AS complete,
    count(*) FILTER (seated.rank = 1)::UINTEGER AS wins,
    round(avg(seated.points), 1) AS mean_points,
    max(seated.points) AS most_points,
    round(avg(seated.rank), 2) AS mean_rank,
    min(game.played_on) AS first_played,
    max(game.played_on) AS last_played
FROM seated
JOIN game ON game.game_id = seated.game_id
WHERE seated.player <> '' AND game.state IN ('complete', 'partial')
GROUP BY seated.player;
COMMENT ON VIEW player IS 'A row per player over all games of all kinds: the spellings of the name, how many games, how they ended. Games that are cut, rejected or unproved are left out.';
COMMENT ON COLUMN player.player IS 'The player; all spellings that alias joins are one.';
COMMENT ON COLUMN player.names IS 'The spellings in the records, parted by commas.';
COMMENT ON COLUMN player.games IS 'Games with this player.';
COMMENT ON COLUMN player.complete IS 'How many of them were played to the end; the columns that follow are about these.';
COMMENT ON COLUMN player.wins IS 'Games won.';
COMMENT ON COLUMN player.mean_points IS 'Mean of the final points.';
COMMENT ON COLUMN player.most_points IS 'Most final points of one game.';
COMMENT ON COLUMN player.mean_rank IS 'Mean of the final places, 1 = winner.';
COMMENT ON COLUMN player.first_played IS 'Date of the first game; NULL: no record has a full date.';
COMMENT ON COLUMN player.last_played IS 'Date of the last game; NULL: no record has a full date.';
