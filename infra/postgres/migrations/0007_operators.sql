-- What players report and operators do about it. (0005 and 0006 are the chat's and the ratings'.)
ALTER TABLE players
  ADD COLUMN banned_at timestamptz;

CREATE TABLE reports (
  id uuid PRIMARY KEY,
  reporter uuid NOT NULL,
  player uuid, -- Whom it is about, if it is about somebody ...
  game uuid, -- ... and where it happened, if it was in a game.
  text text NOT NULL,
  at timestamptz NOT NULL,
  closed_at timestamptz
);

CREATE INDEX reports_open
  ON reports (at)
  WHERE closed_at IS NULL;

-- Every act of an operator: added, never changed.
CREATE TABLE acts (
  id uuid PRIMARY KEY,
  operator text NOT NULL,
  act text NOT NULL,
  subject text NOT NULL,
  note text NOT NULL,
  at timestamptz NOT NULL
);

CREATE INDEX acts_at
  ON acts (at DESC, id DESC);

REVOKE ALL
  ON reports, acts
  FROM PUBLIC;

GRANT SELECT, INSERT, UPDATE
  ON reports
  TO zugfolge_app;

GRANT SELECT, INSERT
  ON acts
  TO zugfolge_app;
