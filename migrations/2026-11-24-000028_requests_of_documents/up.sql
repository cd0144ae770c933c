-- Keyed hash of the request that uploaded the document under an idempotency key.
ALTER TABLE document ADD COLUMN request_hash bytea;
