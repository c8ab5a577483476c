-- Which components cost or gave most coins, over all games?
SELECT source, cause, count(*) AS times, sum(delta) AS coins
FROM ledger
WHERE currency = 'coin'
GROUP BY ALL
ORDER BY abs(sum(delta)) DESC
LIMIT 10
