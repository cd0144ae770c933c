DROP POLICY worker ON upload;
DELETE FROM hub_outbox WHERE job IS NOT NULL;
ALTER TABLE hub_outbox DROP COLUMN job;
ALTER TABLE contact DROP COLUMN custom_fields;
DROP TABLE custom_field;
DROP TABLE upload_mapping;
DROP TABLE upload_progress;
DROP TABLE upload_effect;
DROP TABLE upload_match;
DROP TABLE upload_row;
DROP INDEX upload_waiting;
DROP INDEX upload_list;
DELETE FROM upload;
ALTER TABLE upload
  DROP CONSTRAINT upload_state_check,
  DROP COLUMN conflict_count,
  DROP COLUMN joined,
  DROP COLUMN request,
  DROP COLUMN is_staffs,
  DROP COLUMN submitted_by,
  DROP COLUMN error,
  DROP COLUMN findings,
  DROP COLUMN staged_key,
  DROP COLUMN mapping,
  DROP COLUMN reading,
  DROP COLUMN storage_key,
  ADD COLUMN header_fingerprint bytea,
  ADD COLUMN mapping jsonb;
