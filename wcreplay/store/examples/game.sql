-- Which games of an event are stored, and who won them?
SELECT played_on, title, place
FROM game
WHERE event = 'Lantern cup'
ORDER BY played_on
