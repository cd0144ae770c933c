-- Keyed hash of the request that added the gift under an idempotency key.
ALTER TABLE premium_gift ADD COLUMN request_hash bytea;
