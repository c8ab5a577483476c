-- The space of a marker is the sum of its movements up to it.
SELECT game_id, turn_no, seq, seat, track, space, summed
FROM (
    SELECT
        *,
        sum(delta) OVER (PARTITION BY game_id, seat, track ORDER BY turn_no, seq) AS summed
    FROM track
)
WHERE space <> summed
