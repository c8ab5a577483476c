-- Coins of each seat after every turn.
SELECT t.turn_no, coalesce(nullif(t.label, ''), t.phase::VARCHAR) AS label, s.seat, p.player, s.coins AS value
FROM wc_state AS s
JOIN turn AS t ON t.game_id = s.game_id AND t.turn_no = s.turn_no
JOIN seat AS p ON p.game_id = s.game_id AND p.seat = s.seat
WHERE s.game_id = $game_id AND t.game_id = $game_id AND p.game_id = $game_id
ORDER BY t.turn_no, s.seat
