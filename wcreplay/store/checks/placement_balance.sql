-- The number of pieces at a place is the sum of the changes up to it, and is never below 0.
SELECT game_id, turn_no, seq, seat, piece, balance, summed
FROM (
    SELECT
        *,
        sum(delta) OVER (PARTITION BY game_id, seat, piece ORDER BY turn_no, seq) AS summed
    FROM placement
)
WHERE balance <> summed
