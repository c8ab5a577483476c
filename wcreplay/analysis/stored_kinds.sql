-- What complete games are stored, by game, kind of source, event and number of players.
SELECT game, source_kind, event, players, count(*) AS games
FROM game
WHERE state = 'complete'
GROUP BY ALL
ORDER BY ALL
