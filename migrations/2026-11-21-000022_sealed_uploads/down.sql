DROP INDEX upload_left;
ALTER TABLE upload
  DROP COLUMN touched_at,
  ADD COLUMN content_hash bytea NOT NULL DEFAULT '';
ALTER TABLE upload ALTER COLUMN content_hash DROP DEFAULT;
