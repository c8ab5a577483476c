-- The ranks of a complete game are 1, 2, 3 ... in the order of the points.
SELECT game_id, seat, rank, points, place, before
FROM (
    SELECT
        seat.*,
        row_number() OVER (PARTITION BY seat.game_id ORDER BY seat.rank) AS place,
        lag(seat.points) OVER (PARTITION BY seat.game_id ORDER BY seat.rank) AS before
    FROM seat
    JOIN game ON game.game_id = seat.game_id AND game.state = 'complete'
)
WHERE rank IS DISTINCT FROM place OR points > before
