-- What do winners make their points of, and what the others?
SELECT
    rank = 1 AS winner,
    round(avg(play), 1) AS play,
    round(avg(coins_seals), 1) AS coins_seals,
    round(avg(resources), 1) AS resources,
    round(avg(time), 1) AS time,
    round(avg(courtiers), 1) AS courtiers,
    round(avg(warriors), 1) AS warriors,
    round(avg(gardeners), 1) AS gardeners
FROM final_scores
GROUP BY winner
ORDER BY winner DESC
