-- The White Castle: every turn has one row of state per seat, and no state is without its turn.
SELECT
    coalesce(expected.game_id, found.game_id) AS game_id,
    coalesce(expected.turn_no, found.turn_no) AS turn_no,
    coalesce(expected.seat, found.seat) AS seat,
    coalesce(found.rows, 0) AS rows
FROM (
    SELECT turn.game_id, turn.turn_no, seat.seat
    FROM turn
    JOIN seat ON seat.game_id = turn.game_id
    JOIN game ON game.game_id = turn.game_id AND game.game = 'white-castle'
) AS expected
FULL JOIN (
    SELECT game_id, turn_no, seat, count(*) AS rows FROM wc_state GROUP BY ALL
) AS found
    ON found.game_id = expected.game_id AND found.turn_no = expected.turn_no AND found.seat = expected.seat
WHERE expected.game_id IS NULL OR found.rows IS DISTINCT FROM 1
