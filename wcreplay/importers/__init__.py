"""Foreign records made into records of the notation: logs of games played online."""
