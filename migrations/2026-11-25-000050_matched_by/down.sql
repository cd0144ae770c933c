ALTER TABLE upload_match
  DROP COLUMN asks,
  DROP COLUMN earlier_row,
  DROP COLUMN match_key;
ALTER TABLE upload DROP COLUMN matched_by;
ALTER TABLE upload DROP COLUMN purged_at;
ALTER TABLE upload_row DROP COLUMN record_id;
