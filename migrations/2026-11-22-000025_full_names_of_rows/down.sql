ALTER TABLE upload_row DROP COLUMN full_name;
