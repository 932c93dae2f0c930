-- A registered player has a password; a guest, a robot and whoever was erased have none.
ALTER TABLE players
  ADD COLUMN password text, -- An argon2 hash with its own salt.
  ADD COLUMN erased_at timestamptz;
