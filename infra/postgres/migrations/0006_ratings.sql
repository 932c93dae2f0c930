-- Rankings: the order in which games were rated, and what follows from it and from the games' events.
--
-- None of these is keyed by game, since a ranking has one order for all its games: they stay ordinary tables.

-- In which order ended games count. A fact like an event: whatever else is here can be made again from both.
CREATE TABLE rating_order (
  kind text NOT NULL,
  place integer NOT NULL CHECK (place > 0),
  game uuid NOT NULL UNIQUE,
  PRIMARY KEY (kind, place)
);

-- What each game changed for each of its players. Skill is in thousandths.
CREATE TABLE rating_changes (
  kind text NOT NULL,
  place integer NOT NULL,
  player uuid NOT NULL,
  game uuid NOT NULL,
  at timestamptz NOT NULL, -- When the game ended.
  robot text,
  reached smallint, -- The place in the game; none where it was aborted.
  shared boolean NOT NULL,
  cause text, -- `left`, `time`: how the player left it, if so.
  points integer,
  why text NOT NULL,
  mean_before integer NOT NULL,
  deviation_before integer NOT NULL,
  mean integer NOT NULL,
  deviation integer NOT NULL,
  PRIMARY KEY (kind, place, player)
);

CREATE INDEX rating_changes_player
  ON rating_changes (player, kind, place DESC);

-- Where each player stands after all that has been rated.
CREATE TABLE ratings (
  kind text NOT NULL,
  player uuid NOT NULL,
  robot text,
  strength integer NOT NULL, -- The mean as a whole number, as it is shown.
  mean integer NOT NULL,
  deviation integer NOT NULL,
  points integer,
  played integer NOT NULL,
  won integer NOT NULL,
  drawn integer NOT NULL,
  times_left integer NOT NULL,
  PRIMARY KEY (kind, player)
);

CREATE INDEX ratings_ranking
  ON ratings (kind, strength DESC, player)
  WHERE robot IS NULL;

-- Who has left the rankings.
CREATE INDEX players_erased
  ON players (id)
  WHERE erased_at IS NOT NULL;

-- What the ratings worker polls.
CREATE INDEX games_ended
  ON games (finished_at, game)
  WHERE origin = 'played' AND started_at IS NOT NULL AND finished_at IS NOT NULL;

REVOKE ALL
  ON rating_order, rating_changes, ratings
  FROM PUBLIC;

GRANT SELECT, INSERT
  ON rating_order, rating_changes
  TO zugfolge_app;

GRANT SELECT, INSERT, UPDATE
  ON ratings
  TO zugfolge_app;
