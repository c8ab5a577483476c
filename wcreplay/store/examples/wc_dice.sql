-- What does a die cost on average where it is placed, and how often is the left end taken?
SELECT space, count(*) AS dice, round(avg(difference), 2) AS coins, round(avg((die_end = '<')::UTINYINT), 2) AS left_end
FROM wc_dice
WHERE taken AND space IS NOT NULL
GROUP BY space
ORDER BY dice DESC
