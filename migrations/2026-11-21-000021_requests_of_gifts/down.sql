ALTER TABLE premium_gift DROP COLUMN request_hash;
