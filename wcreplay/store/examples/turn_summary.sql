-- Which turns brought most points?
SELECT player, label, text, coins, score_gain
FROM turn_summary
WHERE phase = 'turn'
ORDER BY score_gain DESC, coins DESC
LIMIT 10
