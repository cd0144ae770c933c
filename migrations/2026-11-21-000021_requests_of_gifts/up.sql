-- Keyed hash of the request that created the gift under an idempotency key.
ALTER TABLE premium_gift ADD COLUMN request_hash bytea;
