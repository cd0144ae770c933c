-- Keyed hash of the request that added the record under an idempotency key: the same key with another request is refused.
ALTER TABLE policy ADD COLUMN request_hash bytea;
ALTER TABLE annuity ADD COLUMN request_hash bytea;
