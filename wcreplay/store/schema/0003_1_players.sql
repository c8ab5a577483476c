-- Which spellings of a name stand for one player.
CREATE TABLE alias (
    name VARCHAR NOT NULL,
    player VARCHAR NOT NULL
);
COMMENT ON TABLE alias IS 'A row per spelling of a name that stands for another one, as players.toml lists them. The views join the spellings of one player; the tables keep names as written.';
COMMENT ON COLUMN alias.name IS 'Name as it is written in records; see seat.player.';
COMMENT ON COLUMN alias.player IS 'The player it stands for.';
