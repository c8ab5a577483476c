-- Does it help to begin? Points by place in the starting order, of games with three players.
SELECT seated.start_position, count(*) AS games, round(avg(seated.points), 1) AS points
FROM seated
JOIN game ON game.game_id = seated.game_id
WHERE game.players = 3 AND game.state = 'complete'
GROUP BY seated.start_position
ORDER BY seated.start_position
