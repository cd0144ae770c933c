ALTER TABLE duplicate_run DROP COLUMN batch;
