-- Storage limit for documents, per firm.

-- Null uses the server's default.
ALTER TABLE firm ADD COLUMN storage_limit_bytes bigint CHECK (storage_limit_bytes >= 0);

-- Size of the firm's uploaded documents that are not deleted, maintained by triggers. The row's lock serializes
-- changes to the firm's documents, so that concurrent uploads cannot exceed the limit together.
CREATE TABLE firm_storage (
  firm_id integer PRIMARY KEY REFERENCES firm,
  used_bytes bigint NOT NULL CHECK (used_bytes >= 0)
);
ALTER TABLE firm_storage ENABLE ROW LEVEL SECURITY;
ALTER TABLE firm_storage FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON firm_storage USING (firm_id = (SELECT firmbook_firm()));
GRANT SELECT, INSERT, UPDATE ON firm_storage TO firmbook_app;

INSERT INTO firm_storage
SELECT firm_id, sum(size_bytes) FROM document WHERE deleted_at IS NULL AND template_uuid IS NULL GROUP BY firm_id;

CREATE FUNCTION firmbook_document_size_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  before bigint := 0;
  after bigint := 0;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL AND OLD.template_uuid IS NULL THEN
    before := OLD.size_bytes;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL AND NEW.template_uuid IS NULL THEN
    after := NEW.size_bytes;
  END IF;
  IF after > before THEN
    INSERT INTO firm_storage AS storage VALUES (NEW.firm_id, after - before)
    ON CONFLICT (firm_id) DO UPDATE SET used_bytes = storage.used_bytes + excluded.used_bytes;
  ELSIF after < before THEN
    UPDATE firm_storage SET used_bytes = used_bytes + after - before WHERE firm_id = OLD.firm_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER size_changed AFTER INSERT OR DELETE OR UPDATE OF size_bytes, deleted_at, template_uuid ON document
  FOR EACH ROW EXECUTE FUNCTION firmbook_document_size_changed();

-- One-time download links. A link works once, in the browser and the session that requested it, until it expires.
CREATE TABLE document_link (
  firm_id integer NOT NULL REFERENCES firm,
  -- SHA-256 of the token in the link, and of the cookie that the browser received with it.
  token_hash bytea NOT NULL,
  cookie_hash bytea NOT NULL,
  document_uuid uuid NOT NULL,
  -- The claims of the access token, and the account that was chosen.
  claims jsonb NOT NULL,
  account text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (firm_id, token_hash)
);
CREATE INDEX document_link_token ON document_link (token_hash);
ALTER TABLE document_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_link FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON document_link USING (firm_id = (SELECT firmbook_firm()));
-- The firm is unknown before the link is read.
CREATE POLICY by_token ON document_link
  USING (token_hash = (SELECT decode(nullif(current_setting('firmbook.download', true), ''), 'hex')));
GRANT SELECT, INSERT, DELETE ON document_link TO firmbook_app;
