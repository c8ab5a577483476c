-- The points of a seat of a complete game are those of its last turn; all other games have none.
SELECT game.game_id, seat.seat, game.state, seat.points, last.points AS last_points
FROM game
JOIN seat ON seat.game_id = game.game_id
LEFT JOIN (
    SELECT game_id, turn_no, seat, sum(points) AS points FROM score GROUP BY ALL
) AS last
    ON last.game_id = game.game_id AND last.turn_no = game.turns AND last.seat = seat.seat
WHERE
    (game.state = 'complete' AND (seat.points IS DISTINCT FROM last.points OR seat.rank IS NULL))
    OR (game.state IN ('partial', 'unproved', 'cut') AND (seat.points IS NOT NULL OR seat.rank IS NOT NULL))
