-- What became of games that were replaced by corrected records, and where in its file each record begins.
ALTER TABLE game ADD COLUMN line UINTEGER;
COMMENT ON COLUMN game.line IS 'Line of the file where the record begins, from 1; NULL: stored by tables of version 1.';

CREATE TABLE replaced (
    game_id VARCHAR NOT NULL,
    replaced_by VARCHAR NOT NULL,
    replaced_at TIMESTAMP NOT NULL,
    file VARCHAR,
    record_no UINTEGER,
    source_text VARCHAR
);
COMMENT ON TABLE replaced IS 'A row per game that a corrected record has replaced, or will when somebody imports it; such a game is not stored again.';
COMMENT ON COLUMN replaced.game_id IS 'The game that was replaced; the same as replaced_by where only tags or comments changed.';
COMMENT ON COLUMN replaced.replaced_by IS 'The game that took its place; it may be replaced in turn.';
COMMENT ON COLUMN replaced.replaced_at IS 'When that was (UTC).';
COMMENT ON COLUMN replaced.file IS 'File the replaced game was read from; NULL: it was never stored.';
COMMENT ON COLUMN replaced.record_no IS 'Place of the record in that file, counted from 1; NULL: it was never stored.';
COMMENT ON COLUMN replaced.source_text IS 'The replaced record as it was read; NULL: it was never stored.';
