-- What each seat received and paid of each currency in every turn, by cause: a row where something moved.
SELECT l.currency, t.turn_no, coalesce(nullif(t.label, ''), t.phase::VARCHAR) AS label, l.seat, p.player, l.cause,
    coalesce(sum(l.delta) FILTER (l.delta > 0), 0)::INTEGER AS income,
    coalesce(-sum(l.delta) FILTER (l.delta < 0), 0)::INTEGER AS spending
FROM ledger AS l
JOIN turn AS t ON t.turn_no = l.turn_no
JOIN seated AS p ON p.seat = l.seat
WHERE l.game_id = $game_id AND t.game_id = $game_id AND p.game_id = $game_id
GROUP BY ALL
ORDER BY l.currency, t.turn_no, l.seat, min(l.seq)
