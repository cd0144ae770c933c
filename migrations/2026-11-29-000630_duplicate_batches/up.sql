-- Number of the last batch of contacts that was compared. A node keeps the contacts that it has loaded while the next
-- batch is its own.
ALTER TABLE duplicate_run ADD COLUMN batch bigint NOT NULL DEFAULT 0;
