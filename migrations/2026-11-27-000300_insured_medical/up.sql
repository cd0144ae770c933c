-- The keys that encrypt medical data. The keys themselves are in the setting FIRMBOOK_MEDICAL_KEY.
CREATE TABLE medical_key (
  key_id smallint PRIMARY KEY,
  -- The database's matching key, sealed with this key. Only the right key can open it.
  matching_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- From then on, no value is sealed with the key.
  retired_at timestamptz
);
GRANT SELECT (key_id, retired_at) ON medical_key TO firmbook_app;

-- Signed authorizations, letters to providers and received records. Apart from the table document, so that no list of
-- documents shows them. Their files are sealed with the medical key.
CREATE TABLE medical_document (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  insured_uuid uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('Authorization', 'Letter', 'Record')),
  -- The request that a letter or record belongs to.
  request_uuid uuid,
  -- The file name, sealed.
  content bytea NOT NULL,
  content_key_id smallint NOT NULL,
  media_type text NOT NULL,
  size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
  -- SHA-256 of the file, and its key in the object store.
  content_hash bytea NOT NULL,
  storage_key text NOT NULL,
  -- Hash of the upload that added it, for uploads with an idempotency key.
  request_hash bytea,
  stored_at timestamptz NOT NULL DEFAULT now(),
  stored_by text REFERENCES app_user,
  PRIMARY KEY (firm_id, uuid),
  FOREIGN KEY (firm_id, insured_uuid) REFERENCES contact,
  CHECK ((kind = 'Authorization') = (request_uuid IS NULL))
);
CREATE INDEX medical_document_insured ON medical_document (firm_id, insured_uuid);
CREATE INDEX medical_document_request ON medical_document (firm_id, request_uuid) WHERE request_uuid IS NOT NULL;
CREATE INDEX medical_document_storage ON medical_document (firm_id, storage_key);

-- Requests for the records of an insured.
CREATE TABLE medical_request (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  insured_uuid uuid NOT NULL,
  state text NOT NULL DEFAULT 'Draft' CHECK (state IN
    ('Draft', 'Sent', 'FollowUp1', 'FollowUp2', 'Received', 'Refused', 'Expired', 'Cancelled')),
  -- Provider, dates, purpose, notes and authorization, sealed.
  content bytea NOT NULL,
  content_key_id smallint NOT NULL,
  authorization_uuid uuid,
  authorization_expires_on date,
  -- When the first letter left, or was created if it has not left yet.
  sent_on date,
  -- When the next step is due.
  due_on date,
  request_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text REFERENCES app_user,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (firm_id, uuid),
  FOREIGN KEY (firm_id, insured_uuid) REFERENCES contact,
  FOREIGN KEY (firm_id, authorization_uuid) REFERENCES medical_document,
  CHECK (state IN ('Draft', 'Cancelled') OR sent_on IS NOT NULL AND authorization_uuid IS NOT NULL),
  CHECK ((state IN ('Sent', 'FollowUp1', 'FollowUp2')) = (due_on IS NOT NULL))
);
CREATE INDEX medical_request_insured ON medical_request (firm_id, insured_uuid);
CREATE INDEX medical_request_authorization ON medical_request (firm_id, authorization_uuid)
  WHERE authorization_uuid IS NOT NULL;
CREATE INDEX medical_request_due ON medical_request (firm_id, due_on) WHERE due_on IS NOT NULL;
ALTER TABLE medical_document ADD FOREIGN KEY (firm_id, request_uuid) REFERENCES medical_request;

-- Letters to providers. A request has at most one letter of each step, so no letter can be created twice.
CREATE TABLE medical_letter (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  request_uuid uuid NOT NULL,
  step text NOT NULL CHECK (step IN ('Request', 'FollowUp1', 'FollowUp2')),
  method text NOT NULL CHECK (method IN ('Mail', 'Fax')),
  state text NOT NULL DEFAULT 'Queued' CHECK (state IN ('Queued', 'Sent', 'Failed')),
  letter_date date NOT NULL,
  sent_on date,
  sent_by text REFERENCES app_user,
  failure text CHECK (failure IN ('NoAnswer', 'WrongNumber', 'Returned')),
  document_uuid uuid NOT NULL,
  request_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text REFERENCES app_user,
  PRIMARY KEY (firm_id, uuid),
  UNIQUE (firm_id, request_uuid, step),
  FOREIGN KEY (firm_id, request_uuid) REFERENCES medical_request,
  FOREIGN KEY (firm_id, document_uuid) REFERENCES medical_document,
  CHECK ((state = 'Failed') = (failure IS NOT NULL)),
  CHECK (state <> 'Sent' OR sent_on IS NOT NULL AND sent_by IS NOT NULL)
);
CREATE UNIQUE INDEX medical_letter_document ON medical_letter (firm_id, document_uuid);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['medical_document', 'medical_request', 'medical_letter'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO firmbook_app', t);
  END LOOP;
END
$$;

-- A node with old settings must not seal values with a key that may already have been removed.
CREATE FUNCTION firmbook_check_medical_seal() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM medical_key WHERE key_id = NEW.content_key_id AND retired_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the medical key with the id % is retired', NEW.content_key_id;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_seal BEFORE INSERT OR UPDATE OF content, content_key_id ON medical_request
  FOR EACH ROW EXECUTE FUNCTION firmbook_check_medical_seal();
CREATE TRIGGER check_seal BEFORE INSERT OR UPDATE OF content, content_key_id ON medical_document
  FOR EACH ROW EXECUTE FUNCTION firmbook_check_medical_seal();

-- The list of insureds shows the state of the latest request that is not closed, or else of the latest one.
CREATE FUNCTION firmbook_show_medical_state() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE contact SET medical_request_state = latest.state
  FROM (
    SELECT state FROM medical_request
    WHERE firm_id = NEW.firm_id AND insured_uuid = NEW.insured_uuid
    ORDER BY state IN ('Draft', 'Sent', 'FollowUp1', 'FollowUp2') DESC, created_at DESC, uuid DESC LIMIT 1) latest
  WHERE firm_id = NEW.firm_id AND uuid = NEW.insured_uuid AND medical_request_state IS DISTINCT FROM latest.state;
  RETURN NULL;
END
$$;
CREATE TRIGGER show_state AFTER INSERT OR UPDATE OF state ON medical_request
  FOR EACH ROW EXECUTE FUNCTION firmbook_show_medical_state();

-- Uploaded medical documents use the storage of the firm. Letters are generated, so they do not count.
CREATE FUNCTION firmbook_medical_document_added() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO firm_storage AS storage VALUES (NEW.firm_id, NEW.size_bytes)
  ON CONFLICT (firm_id) DO UPDATE SET used_bytes = storage.used_bytes + excluded.used_bytes;
  RETURN NULL;
END
$$;
CREATE TRIGGER size_changed AFTER INSERT ON medical_document
  FOR EACH ROW WHEN (NEW.kind <> 'Letter') EXECUTE FUNCTION firmbook_medical_document_added();

-- States without a request came from demo data.
DO $$
DECLARE
  of_firm integer;
BEGIN
  FOR of_firm IN SELECT firm_id FROM firm LOOP
    PERFORM set_config('firmbook.firm', of_firm::text, true);
    UPDATE contact SET medical_request_state = NULL WHERE firm_id = of_firm AND medical_request_state IS NOT NULL;
  END LOOP;
  PERFORM set_config('firmbook.firm', '', true);
END $$;
