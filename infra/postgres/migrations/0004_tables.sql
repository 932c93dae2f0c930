-- Table words, encrypted. Written by the statement that appends the change; gone with the game's end, when a rematch
-- that may follow inherits it (`services.ids`: its id follows from the game's).
CREATE TABLE words (
  game uuid PRIMARY KEY,
  word bytea NOT NULL,
  at timestamptz NOT NULL
);

CREATE TABLE invitations (
  game uuid NOT NULL,
  id uuid NOT NULL,
  inviter uuid NOT NULL,
  invited uuid NOT NULL,
  answered boolean NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (game, id)
);

CREATE INDEX invitations_invited
  ON invitations (invited, at DESC)
  WHERE NOT answered;

REVOKE ALL
  ON words, invitations
  FROM PUBLIC;

GRANT SELECT, INSERT, UPDATE, DELETE
  ON words, invitations
  TO zugfolge_app;
