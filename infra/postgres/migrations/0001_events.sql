-- The event log, the row that each game's log amounts to, and what cannot be derived from it.
--
-- Every table is keyed so that it can be hash-distributed by game (Citus): no foreign keys, no triggers, no sequences,
-- no uniqueness across games. `players` and `tokens` know no game and stay ordinary tables.

-- The role that application connections run as. Roles belong to the whole cluster, so that another database's migration
-- may be making the same one right now.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'zugfolge_app') THEN
    CREATE ROLE zugfolge_app NOLOGIN;
  END IF;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;

-- Who migrates may also serve; a login of the application's own is granted membership by `zugfolge migrate`.
DO $$
BEGIN
  IF NOT pg_has_role(current_user, 'zugfolge_app', 'USAGE') THEN
    GRANT zugfolge_app TO CURRENT_USER;
  END IF;
EXCEPTION
  WHEN unique_violation THEN NULL;
END
$$;

-- Facts. A command's first event alone carries `command`, `body` and `actor`: a command that is not null begins a commit.
CREATE TABLE events (
  game uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  type text NOT NULL,
  schema smallint NOT NULL,
  data bytea NOT NULL, -- Canonical JSON, byte for byte what `hash` covers.
  actor text,
  command uuid,
  body bytea,
  at timestamptz NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (game, version)
);

-- The database itself promises that a command is applied once.
CREATE UNIQUE INDEX events_command
  ON events (game, command)
  WHERE command IS NOT NULL;

-- For operators: the same with readable data.
CREATE VIEW events_readable AS
  SELECT
    game,
    version,
    type,
    schema,
    convert_from(data, 'UTF8')::jsonb AS data,
    actor,
    command,
    body,
    at,
    hash
  FROM events;

-- One row a game, exactly a function of its events; it can always be rebuilt.
CREATE TABLE games (
  game uuid PRIMARY KEY,
  kind text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'running', 'finished', 'aborted')),
  version integer NOT NULL,
  head bytea NOT NULL,
  listed_at timestamptz NOT NULL, -- The start; while open, the opening. Lists go by it.
  opened_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  seats smallint NOT NULL, -- How many there are, taken or not.
  members jsonb NOT NULL,
  options jsonb NOT NULL,
  limit_seconds integer,
  locked boolean NOT NULL,
  strength_max integer,
  origin text NOT NULL,
  rematch_of uuid,
  to_move integer NOT NULL, -- Bit masks of seats: bit 0 is seat 0.
  robot_to_move integer NOT NULL,
  deadline timestamptz,
  audience_versions jsonb NOT NULL,
  result jsonb
);

CREATE INDEX games_list
  ON games (status, listed_at DESC, game DESC);

CREATE INDEX games_list_kind
  ON games (kind, status, listed_at DESC, game DESC);

CREATE INDEX games_mine
  ON games USING gin (members jsonb_path_ops);

-- What the clock and the robots poll: as small as what is due.
CREATE INDEX games_clock
  ON games (deadline)
  WHERE status = 'running' AND deadline IS NOT NULL;

CREATE INDEX games_robots
  ON games (game)
  WHERE status = 'running' AND robot_to_move <> 0;

-- Written with the commitment, read when drawing, shown at the end. Part of every backup, since nothing else knows it.
CREATE TABLE seeds (
  game uuid PRIMARY KEY,
  seed bytea NOT NULL
);

CREATE TABLE players (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  name_key text NOT NULL UNIQUE, -- The name as it is compared.
  robot boolean NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE tokens (
  hash bytea PRIMARY KEY, -- Only the hash is kept: the table opens no session.
  player uuid NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE INDEX tokens_player
  ON tokens (player);

-- First answers to commands that appended nothing. Outside games `game` is the nil UUID.
CREATE TABLE receipts (
  game uuid NOT NULL,
  id uuid NOT NULL,
  body bytea NOT NULL,
  status smallint NOT NULL,
  answer bytea NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (game, id)
);

CREATE INDEX receipts_lapse
  ON receipts (game, at);

CREATE TABLE rematches (
  game uuid NOT NULL, -- The one that ended.
  seat smallint NOT NULL,
  player uuid NOT NULL,
  luck text,
  agreed boolean NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (game, seat)
);

-- What nobody granted, nobody has: events and seeds can be added and read, never changed.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

REVOKE ALL
  ON events, events_readable, games, seeds, players, tokens, receipts, rematches, alembic_version
  FROM PUBLIC;

GRANT USAGE ON SCHEMA public TO zugfolge_app;

GRANT SELECT
  ON alembic_version
  TO zugfolge_app;

GRANT SELECT, INSERT
  ON events, seeds
  TO zugfolge_app;

GRANT SELECT, INSERT, UPDATE
  ON games
  TO zugfolge_app;

GRANT SELECT, INSERT, UPDATE, DELETE
  ON players, tokens, receipts, rematches
  TO zugfolge_app;
