-- Optional, on Citus: every table that is keyed by game is spread over the nodes by it, all alike, so that a game lies
-- on one of them. All other tables stay ordinary ones of the coordinator, which the application talks to. What has
-- been distributed before is left alone.

-- Citus opens its connections between the nodes as the role in force. This one has no password, so that only nodes
-- that are let in without one (certificates, trust) come in with it.
ALTER ROLE zugfolge_app LOGIN;

SELECT create_distributed_table(name::regclass, 'game')
FROM unnest(
  ARRAY[
    'archive',
    'chat_entries',
    'chat_lines',
    'chat_rooms',
    'events',
    'games',
    'invitations',
    'leases',
    'mutes',
    'receipts',
    'rematches',
    'seeds',
    'words'
  ]
) AS keyed(name)
WHERE NOT EXISTS (
  SELECT
  FROM pg_dist_partition
  WHERE logicalrelid = name::regclass
);
