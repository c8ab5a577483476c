-- What each seat received and paid of each currency over the whole game, by cause, and in which turns.
-- Every seat has a row for every cause of a currency.
WITH moved AS (
    SELECT l.currency, l.seat, l.cause, l.turn_no, coalesce(nullif(t.label, ''), t.phase::VARCHAR) AS label,
        coalesce(sum(l.delta) FILTER (l.delta > 0), 0)::INTEGER AS income,
        coalesce(-sum(l.delta) FILTER (l.delta < 0), 0)::INTEGER AS spending
    FROM ledger AS l
    JOIN turn AS t ON t.turn_no = l.turn_no
    WHERE l.game_id = $game_id AND t.game_id = $game_id
    GROUP BY ALL
)
SELECT
    c.currency, c.cause, p.seat, p.player,
    coalesce(sum(m.income), 0)::INTEGER AS income,
    coalesce(sum(m.spending), 0)::INTEGER AS spending,
    coalesce(string_agg(m.label, ' ' ORDER BY m.turn_no) FILTER (m.income > 0), '') AS gained_at,
    coalesce(string_agg(m.label, ' ' ORDER BY m.turn_no) FILTER (m.spending > 0), '') AS paid_at,
    coalesce(list(m.turn_no ORDER BY m.turn_no) FILTER (m.income > 0), []) AS gained_turns,
    coalesce(list(m.turn_no ORDER BY m.turn_no) FILTER (m.spending > 0), []) AS paid_turns
FROM (SELECT DISTINCT currency, cause FROM moved) AS c
CROSS JOIN (SELECT seat, player FROM seated WHERE game_id = $game_id) AS p
LEFT JOIN moved AS m ON m.currency = c.currency AND m.cause = c.cause AND m.seat = p.seat
GROUP BY c.currency, c.cause, p.seat, p.player
ORDER BY c.currency, c.cause, p.seat
