"""Statements: the SQL of the event store.  Every one names a game, or many, and stays within what Citus accepts."""

APPEND = """
WITH asked AS (
  SELECT game, expected, command, seed, word, heir, at, row.*
  FROM unnest(
    $1::uuid[], $2::integer[], $3::uuid[], $4::bytea[], $5::bytea[], $6::uuid[], $7::timestamptz[], $8::jsonb[]
  ) AS asked(game, expected, command, seed, word, heir, at, columns),
    jsonb_to_record(columns) AS row(
      kind text, status text, version integer, head bytea, listed_at timestamptz, opened_at timestamptz,
      started_at timestamptz, finished_at timestamptz, seats smallint, members jsonb, options jsonb,
      limit_seconds integer, locked boolean, strength_max integer, origin text, rematch_of uuid, to_move integer,
      robot_to_move integer, deadline timestamptz, audience_versions jsonb, result jsonb
    )
),
opened AS (
  INSERT INTO games (
    game, kind, status, version, head, listed_at, opened_at, started_at, finished_at, seats, members, options,
    limit_seconds, locked, strength_max, origin, rematch_of, to_move, robot_to_move, deadline, audience_versions, result
  )
  SELECT
    game, kind, status, version, head, listed_at, opened_at, started_at, finished_at, seats, members, options,
    limit_seconds, locked, strength_max, origin, rematch_of, to_move, robot_to_move, deadline, audience_versions, result
  FROM asked
  WHERE expected = 0
  ON CONFLICT (game) DO NOTHING
  RETURNING game
),
moved AS (
  UPDATE games
  SET
    status = asked.status,
    version = asked.version,
    head = asked.head,
    listed_at = asked.listed_at,
    started_at = asked.started_at,
    finished_at = asked.finished_at,
    members = asked.members,
    locked = asked.locked,
    to_move = asked.to_move,
    robot_to_move = asked.robot_to_move,
    deadline = asked.deadline,
    audience_versions = asked.audience_versions,
    result = asked.result
  FROM asked
  WHERE games.game = asked.game
    AND games.version = asked.expected
    AND asked.expected > 0
    AND NOT EXISTS (
      SELECT
      FROM events
      WHERE events.game = games.game
        AND events.command = asked.command
    )
  RETURNING games.game
),
passed AS (
  SELECT game FROM opened
  UNION ALL
  SELECT game FROM moved
),
sown AS (
  INSERT INTO seeds (game, seed)
  SELECT game, seed
  FROM asked
  JOIN opened USING (game)
  WHERE seed IS NOT NULL
),
worded AS (
  INSERT INTO words (game, word, at)
  SELECT game, word, at
  FROM asked
  JOIN passed USING (game)
  WHERE length(word) > 0
  ON CONFLICT (game) DO UPDATE
  SET
    word = excluded.word,
    at = excluded.at
),
unworded AS (
  DELETE FROM words
  USING asked, passed
  WHERE words.game = asked.game
    AND passed.game = asked.game
    AND length(asked.word) = 0
  RETURNING asked.heir AS game, words.word, asked.at
),
inherited AS (
  INSERT INTO words (game, word, at)
  SELECT game, word, at
  FROM unworded
  WHERE game IS NOT NULL
  ON CONFLICT (game) DO NOTHING
),
written AS (
  INSERT INTO events (game, version, type, schema, data, actor, command, body, at, hash)
  SELECT game, version, type, schema, data, actor, command, body, at, hash
  FROM unnest(
    $9::uuid[], $10::integer[], $11::text[], $12::smallint[], $13::bytea[], $14::text[], $15::uuid[], $16::bytea[],
    $17::timestamptz[], $18::bytea[]
  ) AS happened(game, version, type, schema, data, actor, command, body, at, hash)
  JOIN passed USING (game)
),
lost AS (
  SELECT game FROM asked
  EXCEPT
  SELECT game FROM passed
)
SELECT game, NULL AS stood_at
FROM passed
UNION ALL
SELECT game, version AS stood_at
FROM games
JOIN lost USING (game)
"""
"""Duplicate check, gate, row, seed, word and events of any number of games, one command each, in one round trip.

A word that is null stays what it is, an empty one is removed, and goes to the heir if there is one.

The gate comes before the insert: letting the unique key raise would cost a dead tuple for each lost race.
Of the games that did not pass, it says how far they were when it began (no row: not there): whoever is behind that was
late, whoever is level with it lost a race.
"""

EVENTS_AFTER = """
SELECT version, type, schema, data, actor, command, body, at, hash
FROM logs
WHERE game = $1
  AND version > $2
ORDER BY version
"""

WHOLE = """
SELECT version, type, schema, data, actor, command, body, at, hash,
  CASE
    WHEN version = 1 OR type IS NULL THEN (SELECT seed FROM seeds WHERE game = $1)
  END AS seed
FROM logs
WHERE game = $1
ORDER BY version
"""
"""A game's log, and with its first row the seed: all that a process needs to play it on, in one round trip."""

SEED = """
SELECT seed
FROM seeds
WHERE game = $1
"""

HEADS = """
SELECT game, version
FROM games
WHERE game = ANY($1::uuid[])
"""

# Of one status: an index has those in order, but not those of several.
LISTED = """
SELECT game, kind, status, listed_at, opened_at, started_at, finished_at, seats, members, options, limit_seconds,
  locked, strength_max, origin, rematch_of, to_move, deadline, audience_versions, result
FROM games
WHERE status = $1
  AND ($2::text IS NULL OR kind = $2)
  AND ($3::timestamptz IS NULL OR (listed_at, game) < ($3, $4::uuid))
ORDER BY listed_at DESC, game DESC
LIMIT $5
"""

LISTED_OF_PLAYER = """
SELECT game, kind, status, listed_at, opened_at, started_at, finished_at, seats, members, options, limit_seconds,
  locked, strength_max, origin, rematch_of, to_move, deadline, audience_versions, result
FROM games
WHERE members @> $1::jsonb
  AND status = ANY($2::text[])
  AND ($3::text IS NULL OR kind = $3)
  AND ($4::timestamptz IS NULL OR (listed_at, game) < ($4, $5::uuid))
ORDER BY listed_at DESC, game DESC
LIMIT $6
"""
