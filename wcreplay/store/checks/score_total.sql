-- The White Castle: the total is the sum of the categories in the view `score`.
SELECT state.game_id, state.turn_no, state.seat, state.score_total, added.points
FROM wc_state AS state
LEFT JOIN (
    SELECT game_id, turn_no, seat, sum(points) AS points FROM wc_score GROUP BY ALL
) AS added
    ON added.game_id = state.game_id AND added.turn_no = state.turn_no AND added.seat = state.seat
WHERE added.points IS NULL OR added.points <> state.score_total
