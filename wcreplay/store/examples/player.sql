-- Who plays most, and how well?
SELECT player, games, wins, mean_points, most_points
FROM player
ORDER BY games DESC, player
LIMIT 10
