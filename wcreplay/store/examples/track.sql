-- How many seals were paid at checkpoints, by the space where the step led?
SELECT space, count(*) AS times, sum(paid) AS seals
FROM track
WHERE paid > 0
GROUP BY space
ORDER BY space
