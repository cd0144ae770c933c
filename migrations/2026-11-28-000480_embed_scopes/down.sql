DELETE FROM embed_session WHERE key_uuid IS NULL;
ALTER TABLE embed_session
  ALTER COLUMN key_uuid SET NOT NULL,
  DROP COLUMN scopes,
  DROP COLUMN report_uuid;
