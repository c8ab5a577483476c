-- How many dice each seat placed on each space in each round, and in which turns. Only what was played.
SELECT d.space AS "row", d.seat, p.player, t.round, count(*)::INTEGER AS value,
    string_agg(t.label || ' ' || d.colour || ' ' || d.pips, ', ' ORDER BY t.turn_no) AS note,
    list(t.turn_no ORDER BY t.turn_no) AS turns
FROM wc_dice AS d
JOIN turn AS t ON t.turn_no = d.turn_no
JOIN seated AS p ON p.seat = d.seat
WHERE d.game_id = $game_id AND t.game_id = $game_id AND p.game_id = $game_id AND d.taken
GROUP BY ALL
ORDER BY d.space, d.seat, t.round
