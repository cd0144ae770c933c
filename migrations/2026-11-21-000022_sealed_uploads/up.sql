-- Files of uploads are sealed. A hash of what is in one would tell whoever guesses it; nothing asked for it.
ALTER TABLE upload
  DROP COLUMN content_hash,
  -- When somebody last worked on it: what is never submitted goes some days later.
  ADD COLUMN touched_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX upload_left ON upload (touched_at) WHERE state IN ('Mapping', 'Preview', 'CountsChanged', 'Failed');
