"""Chat statements: the SQL of rooms.  Whatever adds an entry locks its room first, so that numbers have no gap."""

SAY = """
WITH counted AS (
  INSERT INTO chat_rooms (game, room, lines, removals)
  VALUES ($1, $2, 1, 0)
  ON CONFLICT (game, room) DO UPDATE
  SET lines = chat_rooms.lines + 1
  RETURNING lines, removals
),
said AS (
  INSERT INTO chat_lines (game, id, room, author, text, at, seat, held)
  SELECT $1, $3, $2, $5, $6, $7, $8, $9
  FROM counted
)
INSERT INTO chat_entries (game, room, number, lines, removals, seats, line)
SELECT $1, $2, lines + removals, lines, removals, $4, $3
FROM counted
"""

ENTRY_OF = """
SELECT number
FROM chat_entries
WHERE game = $1
  AND line = $2
  AND seats & $3 <> 0
"""

HEAD = """
SELECT lines + removals
FROM chat_rooms
WHERE game = $1
  AND room = $2
"""

HEADS = """
SELECT game, room, lines + removals AS number
FROM chat_rooms
WHERE game = ANY($1::uuid[])
"""

APART = """
FROM chat_entries AS apart
WHERE apart.game = $1
  AND apart.room = $2
  AND apart.number <= entries.number
  AND apart.seats <> -1
  AND apart.seats & $3 = 0
"""
"""Entries that an audience was not told.  There are few, and in most rooms none."""

TOLD = f"""
SELECT
  entries.number,
  entries.lines - (SELECT count(*) {APART} AND apart.line IS NOT NULL) AS position,
  entries.removals - (SELECT count(*) {APART} AND apart.line IS NULL) AS removals,
  entries.line,
  entries.removed,
  chat_lines.author::text AS author,
  chat_lines.text,
  chat_lines.at
FROM chat_entries AS entries
LEFT JOIN chat_lines
  ON chat_lines.game = $1
  AND chat_lines.id = entries.line
WHERE entries.game = $1
  AND entries.room = $2
  AND entries.seats & $3 <> 0
"""  # noqa: S608 - from constants, as below

ENTRIES = f"""
{TOLD}
  AND entries.number > $4
  AND entries.number <= $5
ORDER BY number
"""

# Whoever was told so many of each has passed at least as many of a room's entries.
SINCE = f"""
SELECT number, position, removals, line, removed, author, text, at
FROM (
  {TOLD}
    AND entries.number > $4::integer + $5::integer
    AND entries.number <= $6
) AS told
WHERE CASE WHEN line IS NULL THEN removals > $5 ELSE position > $4 END
ORDER BY number
LIMIT $7
"""  # noqa: S608

LINES = f"""
SELECT number, position, removals, line, removed, author, text, at
FROM (
  {TOLD}
    AND entries.number > $4
    AND entries.number <= $5
    AND chat_lines.author <> ALL($7::uuid[])
) AS told
WHERE position > $4
ORDER BY number
LIMIT $6
"""  # noqa: S608

LATEST = f"""
{TOLD}
  AND entries.number > $4
  AND entries.number <= $5
  AND chat_lines.author <> ALL($7::uuid[])
ORDER BY number DESC
LIMIT $6
"""

REACHED = f"""
SELECT
  entries.lines - (SELECT count(*) {APART} AND apart.line IS NOT NULL) AS position,
  entries.removals - (SELECT count(*) {APART} AND apart.line IS NULL) AS removals
FROM chat_entries AS entries
WHERE game = $1
  AND room = $2
  AND number = $4
"""  # noqa: S608

HELD = """
SELECT game, seat, min(held) AS since
FROM chat_lines
WHERE game = ANY($1::uuid[])
  AND held IS NOT NULL
GROUP BY game, seat
"""

ROOM_OF = """
SELECT room
FROM chat_lines
WHERE game = $1
  AND id = $2
"""

RELEASE = """
WITH room AS (
  SELECT game
  FROM chat_rooms
  WHERE game = $1
    AND room = 'players'
  FOR UPDATE
),
released AS (
  UPDATE chat_lines
  SET held = NULL
  FROM room
  WHERE chat_lines.game = $1
    AND chat_lines.seat = $2
    AND chat_lines.held <= $3
  RETURNING chat_lines.id
),
in_order AS (
  SELECT id, row_number() OVER (ORDER BY number) AS place
  FROM released
  JOIN chat_entries
    ON chat_entries.game = $1
    AND chat_entries.line = released.id
),
counted AS (
  UPDATE chat_rooms
  SET lines = lines + (SELECT count(*) FROM in_order)
  WHERE game = $1
    AND room = 'players'
    AND EXISTS (SELECT FROM in_order)
  RETURNING lines - (SELECT count(*) FROM in_order) AS lines, removals
)
INSERT INTO chat_entries (game, room, number, lines, removals, seats, line)
SELECT $1, 'players', lines + removals + place, lines + place, removals, $4, id
FROM counted
CROSS JOIN in_order
"""

REMOVE = """
WITH room AS (
  SELECT game
  FROM chat_rooms
  WHERE game = $1
    AND room = $2
  FOR UPDATE
),
gone AS (
  DELETE FROM chat_lines
  USING room
  WHERE chat_lines.game = $1
    AND chat_lines.room = $2
    AND chat_lines.id = ANY($3::uuid[])
  RETURNING id, CASE WHEN held IS NULL THEN -1 ELSE 1 << seat END AS seats
),
together AS (
  SELECT seats, array_agg(id) AS removed, row_number() OVER (ORDER BY seats) AS place
  FROM gone
  GROUP BY seats
),
counted AS (
  UPDATE chat_rooms
  SET removals = removals + (SELECT count(*) FROM together)
  WHERE game = $1
    AND room = $2
    AND EXISTS (SELECT FROM together)
  RETURNING lines, removals - (SELECT count(*) FROM together) AS removals
)
INSERT INTO chat_entries (game, room, number, lines, removals, seats, removed)
SELECT $1, $2, lines + removals + place, lines, removals + place, seats, removed
FROM counted
CROSS JOIN together
RETURNING number
"""
"""Whoever was not told of a line that waits is not told that it is gone."""

PLACES_OF = """
SELECT DISTINCT game, room
FROM chat_lines
WHERE author = $1
"""

LINES_OF = """
SELECT id
FROM chat_lines
WHERE author = $1
  AND game = $2
  AND room = $3
LIMIT $4
"""

EXPORT = """
SELECT game, room, text, at
FROM chat_lines
WHERE author = $1
ORDER BY at DESC
LIMIT $2
"""

IGNORE = """
INSERT INTO ignores (player, ignored, at)
SELECT $1, $2, $3
WHERE (SELECT count(*) FROM ignores WHERE player = $1) < $4
ON CONFLICT (player, ignored) DO UPDATE
SET at = excluded.at
RETURNING ignored
"""

STOP_IGNORING = """
DELETE FROM ignores
WHERE player = $1
  AND ignored = $2
RETURNING ignored
"""

IGNORED_BY = """
SELECT ignored::text AS ignored
FROM ignores
WHERE player = $1
ORDER BY at, ignored
"""

IGNORERS = """
SELECT player::text AS player, ignored::text AS ignored
FROM ignores
WHERE ignored = ANY($2::uuid[])
  AND player = ANY($1::uuid[])
"""

FORGET = """
DELETE FROM ignores
WHERE player = $1
  OR ignored = $1
"""

MUTE = """
INSERT INTO mutes (game, player, at, until)
VALUES ($1, $2, $3, $4)
ON CONFLICT (game, player) DO UPDATE
SET
  at = excluded.at,
  until = excluded.until
"""

UNMUTE = """
DELETE FROM mutes
WHERE game = $1
  AND player = $2
RETURNING player
"""

MUTED = """
SELECT player
FROM mutes
WHERE game = ANY($1::uuid[])
  AND player = $2
  AND (until IS NULL OR until > $3)
"""
