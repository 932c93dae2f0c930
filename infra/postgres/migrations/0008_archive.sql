-- Ended games, one row each: smaller than their events, and read at once. Whoever reads a log reads `logs`, which has a
-- game's events or, in one row without a type, all of them as they were stored. Keyed by game, as `events` is.
CREATE TABLE archive (
  game uuid PRIMARY KEY,
  events integer NOT NULL CHECK (events > 0), -- How many there are.
  head bytea NOT NULL, -- The hash of the last.
  log bytea NOT NULL -- All their columns but the game, byte for byte: see `infra/postgres/archive.py`.
);

-- It has been compressed already.
ALTER TABLE archive
  ALTER COLUMN log SET STORAGE EXTERNAL;

CREATE VIEW logs AS
  SELECT
    game,
    version,
    type,
    schema,
    data,
    actor,
    command,
    body,
    at,
    hash
  FROM events
  UNION ALL
  SELECT
    game,
    events AS version,
    NULL AS type,
    NULL AS schema,
    log AS data,
    NULL AS actor,
    NULL AS command,
    NULL AS body,
    NULL AS at,
    head AS hash
  FROM archive;

-- The application reads what its owner has put there.
REVOKE ALL
  ON archive, logs
  FROM PUBLIC;

GRANT SELECT
  ON archive, logs
  TO zugfolge_app;
