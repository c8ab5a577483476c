-- Where do workers end up, by round?
SELECT turn.round, placement.piece, sum(placement.delta) AS pieces
FROM placement
JOIN turn ON turn.game_id = placement.game_id AND turn.turn_no = placement.turn_no
WHERE turn.round > 0 AND NOT ends_with(placement.piece::VARCHAR, '_domain')
GROUP BY ALL
HAVING sum(placement.delta) > 0
ORDER BY turn.round, pieces DESC
