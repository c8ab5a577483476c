-- Every row belongs to a stored game.
SELECT source, game_id, count(*) AS rows
FROM (
    SELECT 'seat' AS source, game_id FROM seat
    UNION ALL SELECT 'turn', game_id FROM turn
    UNION ALL SELECT 'ledger', game_id FROM ledger
    UNION ALL SELECT 'track', game_id FROM track
    UNION ALL SELECT 'placement', game_id FROM placement
    UNION ALL SELECT 'diagnostic', game_id FROM diagnostic WHERE game_id IS NOT NULL
    UNION ALL SELECT 'variation', game_id FROM variation
    UNION ALL SELECT 'variation_turn', game_id FROM variation_turn
    UNION ALL SELECT 'variation_ledger', game_id FROM variation_ledger
    UNION ALL SELECT 'wc_variation_state', game_id FROM wc_variation_state
    UNION ALL SELECT 'wc_state', game_id FROM wc_state
    UNION ALL SELECT 'wc_dice', game_id FROM wc_dice
)
WHERE game_id NOT IN (SELECT game_id FROM game)
GROUP BY ALL
