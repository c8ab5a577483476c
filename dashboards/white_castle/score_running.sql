-- Total points of each seat after every turn, as if the game ended there.
SELECT t.turn_no, coalesce(nullif(t.label, ''), t.phase::VARCHAR) AS label, s.seat, p.player, s.score_total AS value
FROM wc_state AS s
JOIN turn AS t ON t.turn_no = s.turn_no
JOIN seat AS p ON p.seat = s.seat
WHERE s.game_id = $game_id AND t.game_id = $game_id AND p.game_id = $game_id
ORDER BY t.turn_no, s.seat
