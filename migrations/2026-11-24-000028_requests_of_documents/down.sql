ALTER TABLE document DROP COLUMN request_hash;
