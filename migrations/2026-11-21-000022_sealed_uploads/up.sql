-- Files of uploads are encrypted. A plaintext hash would let anyone confirm a guess of the content. No code reads it.
ALTER TABLE upload
  DROP COLUMN content_hash,
  -- Time of the last activity. Uploads that are not submitted are deleted some days later.
  ADD COLUMN touched_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX upload_left ON upload (touched_at) WHERE state IN ('Mapping', 'Preview', 'CountsChanged', 'Failed');
