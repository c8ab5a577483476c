-- How sure each row is, and games made of logs that they do not agree with.
ALTER TABLE game ALTER COLUMN state SET DATA TYPE VARCHAR;
DROP TYPE game_state;
CREATE TYPE game_state AS ENUM ('complete', 'partial', 'rejected', 'unproved');
ALTER TABLE game ALTER COLUMN state SET DATA TYPE game_state;
COMMENT ON COLUMN game.state IS 'complete: played to the end; partial: the record stops earlier; rejected: a recheck found an error in it; unproved: made of a log that it does not agree with, and so no part of any statistics.';
COMMENT ON COLUMN game.source_kind IS 'How the record came about: notation (written by people), simulated, log (made of the log of an online table), or sheet.';

ALTER TABLE turn ADD COLUMN provenance fact_provenance DEFAULT 'observed';
ALTER TABLE turn ALTER COLUMN provenance SET NOT NULL;
ALTER TABLE track ADD COLUMN provenance fact_provenance DEFAULT 'observed';
ALTER TABLE track ALTER COLUMN provenance SET NOT NULL;
ALTER TABLE placement ADD COLUMN provenance fact_provenance DEFAULT 'observed';
ALTER TABLE placement ALTER COLUMN provenance SET NOT NULL;
COMMENT ON COLUMN turn.provenance IS 'How sure the choices are. observed: the source of the record shows them; inferred: what it shows leaves no other; unknown: it leaves several, and these are the first that fit.';
COMMENT ON COLUMN ledger.provenance IS 'How sure the row is: as sure as the least sure of the choices of its turn, its source, and what decided about it. observed: shown by the source of the record; inferred: what is shown leaves no other way; unknown: it leaves several, and this is the first that fits.';
COMMENT ON COLUMN track.provenance IS 'How sure the row is; see ledger.provenance.';
COMMENT ON COLUMN placement.provenance IS 'How sure the row is; see ledger.provenance.';

-- As in version 3, without games that are not proved.
CREATE OR REPLACE VIEW player AS
SELECT
    seated.player,
    string_agg(DISTINCT seated.name, ', ' ORDER BY seated.name) AS names,
    count(*)::UINTEGER AS games,
    count(seated.rank)::UINTEGER AS complete,
    count(*) FILTER (seated.rank = 1)::UINTEGER AS wins,
    round(avg(seated.points), 1) AS mean_points,
    max(seated.points) AS most_points,
    round(avg(seated.rank), 2) AS mean_rank,
    min(game.played_on) AS first_played,
    max(game.played_on) AS last_played
FROM seated
JOIN game ON game.game_id = seated.game_id
WHERE seated.player <> '' AND game.state <> 'unproved'
GROUP BY seated.player;
COMMENT ON VIEW player IS 'A row per player over all games of all kinds: the spellings of the name, how many games, how they ended.';
COMMENT ON COLUMN player.player IS 'The player; all spellings that alias joins are one.';
COMMENT ON COLUMN player.names IS 'The spellings in the records, parted by commas.';
COMMENT ON COLUMN player.games IS 'Games with this player.';
COMMENT ON COLUMN player.complete IS 'How many of them were played to the end; the columns that follow are about these.';
COMMENT ON COLUMN player.wins IS 'Games won.';
COMMENT ON COLUMN player.mean_points IS 'Mean of the final points.';
COMMENT ON COLUMN player.most_points IS 'Most final points of one game.';
COMMENT ON COLUMN player.mean_rank IS 'Mean of the final places, 1 = winner.';
COMMENT ON COLUMN player.first_played IS 'Date of the first game; NULL: no record has a full date.';
COMMENT ON COLUMN player.last_played IS 'Date of the last game; NULL: no record has a full date.';
