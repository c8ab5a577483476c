-- Points by category at the last known position.
SELECT c.seat, p.player, p.rank, c.category, c.points
FROM score AS c
JOIN seated AS p ON p.seat = c.seat
WHERE c.game_id = $game_id
  AND p.game_id = $game_id
  AND c.turn_no = (SELECT turns FROM game WHERE game_id = $game_id)
ORDER BY p.rank NULLS LAST, c.seat
