-- Coins each seat received and paid over the whole game, by cause. Every seat has a row for every cause.
WITH moved AS (
    SELECT seat, cause, delta FROM ledger WHERE game_id = $game_id AND currency = 'coin'
),
causes AS (SELECT DISTINCT cause FROM moved)
SELECT
    c.cause, p.seat, p.player,
    coalesce(sum(m.delta) FILTER (m.delta > 0), 0)::INTEGER AS income,
    coalesce(-sum(m.delta) FILTER (m.delta < 0), 0)::INTEGER AS spending
FROM causes AS c
CROSS JOIN (SELECT seat, player FROM seat WHERE game_id = $game_id) AS p
LEFT JOIN moved AS m ON m.cause = c.cause AND m.seat = p.seat
GROUP BY ALL
ORDER BY c.cause, p.seat
