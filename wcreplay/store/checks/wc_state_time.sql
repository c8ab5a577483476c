-- The White Castle: the space on the time track is that of the last movement, and the heights of a pile are 1, 2, 3 ...
WITH moved AS (
    SELECT game_id, turn_no, seat, arg_max(space, seq) AS space FROM track WHERE track = 'time' GROUP BY ALL
)
SELECT state.game_id, state.turn_no, state.seat, time_space, coalesce(space, 0) AS moved_to, time_height, in_pile
FROM (
    SELECT
        game_id, turn_no, seat, time_space, time_height,
        row_number() OVER (PARTITION BY game_id, turn_no, time_space ORDER BY time_height) AS in_pile
    FROM wc_state
) AS state
ASOF LEFT JOIN moved
    ON moved.game_id = state.game_id AND moved.seat = state.seat AND moved.turn_no <= state.turn_no
WHERE time_space <> coalesce(space, 0) OR time_height <> in_pile
