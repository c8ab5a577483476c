-- Which starting pair leads to more points than the rest of the table has?
SELECT start_resource, start_action, sum(games) AS games, round(sum(games * mean_lead) / sum(games), 1) AS mean_lead
FROM start_pairs
GROUP BY ALL
ORDER BY mean_lead DESC
LIMIT 10
