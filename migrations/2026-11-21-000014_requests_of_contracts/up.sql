-- Keyed hash of the request that created the contract. Reusing its idempotency key for another request is rejected.
ALTER TABLE policy ADD COLUMN request_hash bytea;
ALTER TABLE annuity ADD COLUMN request_hash bytea;
