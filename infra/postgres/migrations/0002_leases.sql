-- Who is busy with which game, so that workers do not do the same twice for nothing. What they append is kept from
-- being done twice by the gate, not by this.
CREATE TABLE leases (
  game uuid NOT NULL,
  work text NOT NULL, -- `clock`, `robots`.
  holder uuid NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (game, work)
);

REVOKE ALL
  ON leases
  FROM PUBLIC;

GRANT SELECT, INSERT, UPDATE, DELETE
  ON leases
  TO zugfolge_app;
