ALTER TABLE annuity DROP COLUMN request_hash;
ALTER TABLE policy DROP COLUMN request_hash;
