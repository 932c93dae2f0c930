-- Chat, beside the log: what was said can be taken back, and whoever said it forgotten. A game's players and its
-- onlookers have a room each, keyed by the game; the lobby is a room of no game (the nil UUID).
CREATE TABLE chat_rooms (
  game uuid NOT NULL,
  room text NOT NULL CHECK (room IN ('players', 'onlookers', 'lobby')),
  lines integer NOT NULL, -- Entries so far that are lines,
  removals integer NOT NULL, -- and that take lines back.
  PRIMARY KEY (game, room)
);

-- What a room's readers are told, in order and without a gap: positions and ids, never a word. An entry is for some
-- seats alone where a line waits (bit 0 is seat 0): first for its author, and once it is released for all others.
CREATE TABLE chat_entries (
  game uuid NOT NULL,
  room text NOT NULL,
  number integer NOT NULL, -- lines + removals
  lines integer NOT NULL, -- As in `chat_rooms`, this entry included.
  removals integer NOT NULL,
  seats integer NOT NULL, -- -1: for everybody. Bit 31 is whoever has no seat.
  line uuid, -- Either a line, which may be gone by now,
  removed uuid[], -- or lines that are gone.
  PRIMARY KEY (game, room, number)
);

CREATE UNIQUE INDEX chat_entries_line
  ON chat_entries (game, line, seats)
  WHERE line IS NOT NULL;

CREATE INDEX chat_entries_apart
  ON chat_entries (game, room, number)
  WHERE seats <> -1;

CREATE TABLE chat_lines (
  game uuid NOT NULL,
  id uuid NOT NULL,
  room text NOT NULL,
  author uuid NOT NULL,
  text text NOT NULL,
  at timestamptz NOT NULL,
  seat smallint, -- Of the author, and
  held integer, -- the version of the game's log, while the line waits.
  PRIMARY KEY (game, id)
);

CREATE INDEX chat_lines_author
  ON chat_lines (author);

CREATE INDEX chat_lines_held
  ON chat_lines (game)
  WHERE held IS NOT NULL;

-- Who may not write: at a game's table, or (the nil UUID) anywhere.
CREATE TABLE mutes (
  game uuid NOT NULL,
  player uuid NOT NULL,
  at timestamptz NOT NULL,
  until timestamptz, -- Null: until it is taken back.
  PRIMARY KEY (game, player)
);

-- Whose lines somebody does not want to see. Knows no game and stays an ordinary table.
CREATE TABLE ignores (
  player uuid NOT NULL,
  ignored uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (player, ignored)
);

CREATE INDEX ignores_ignored
  ON ignores (ignored);

REVOKE ALL
  ON chat_rooms, chat_entries, chat_lines, mutes, ignores
  FROM PUBLIC;

GRANT SELECT, INSERT
  ON chat_entries
  TO zugfolge_app;

GRANT SELECT, INSERT, UPDATE
  ON chat_rooms
  TO zugfolge_app;

GRANT SELECT, INSERT, UPDATE, DELETE
  ON chat_lines, mutes, ignores
  TO zugfolge_app;
