-- Best interest forms of owners, one row per version.
CREATE TABLE best_interest (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  owner_uuid uuid NOT NULL,
  -- Counts the forms of an owner. Owners that were merged can have two forms with one number.
  number integer NOT NULL CHECK (number > 0),
  state text NOT NULL CHECK (state IN ('Draft', 'Complete', 'Signed', 'Superseded')),
  -- JSON as text, because the hash of a signed form covers the exact text.
  content text NOT NULL,
  content_hash text CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  -- The signed statements and the signed paper.
  document_uuids uuid[] NOT NULL DEFAULT '{}',
  signed_on date,
  review_due_date date,
  retain_until date,
  request_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text REFERENCES app_user,
  PRIMARY KEY (firm_id, uuid),
  FOREIGN KEY (firm_id, owner_uuid) REFERENCES contact ON DELETE CASCADE,
  CHECK (num_nulls(content_hash, signed_on, review_due_date, retain_until)
    = CASE WHEN state IN ('Signed', 'Superseded') THEN 0 ELSE 4 END)
);
CREATE INDEX best_interest_of_owner ON best_interest (firm_id, owner_uuid);
-- For the reminders of reviews.
CREATE INDEX best_interest_review ON best_interest (firm_id, review_due_date) WHERE state = 'Signed';

ALTER TABLE best_interest ENABLE ROW LEVEL SECURITY;
ALTER TABLE best_interest FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON best_interest USING (firm_id = (SELECT firmbook_firm()));
GRANT SELECT, INSERT, UPDATE, DELETE ON best_interest TO firmbook_app;

-- A signed form keeps its content. It can be superseded, and move to another owner with a merge.
CREATE FUNCTION firmbook_keep_signed_form() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
      OR (OLD.uuid, OLD.number, OLD.content, OLD.content_hash, OLD.document_uuids, OLD.signed_on, OLD.review_due_date,
          OLD.retain_until, OLD.created_at)
        IS DISTINCT FROM (NEW.uuid, NEW.number, NEW.content, NEW.content_hash, NEW.document_uuids, NEW.signed_on,
          NEW.review_due_date, NEW.retain_until, NEW.created_at) THEN
    RAISE EXCEPTION 'a signed best interest form cannot be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_signed BEFORE UPDATE OR DELETE ON best_interest FOR EACH ROW
  WHEN (OLD.content_hash IS NOT NULL) EXECUTE FUNCTION firmbook_keep_signed_form();

-- What the list of owners shows about their forms: the state of the newest one, and when the signed one must be reviewed.
ALTER TABLE contact ADD COLUMN best_interest_review_due date;
CREATE INDEX contact_review_due ON contact (firm_id, best_interest_review_due, uuid)
  WHERE best_interest_review_due IS NOT NULL AND deleted_at IS NULL;

CREATE FUNCTION firmbook_refresh_best_interest(firm integer, owners uuid[]) RETURNS void
  LANGUAGE sql AS $$
  UPDATE contact SET best_interest_status = fresh.state, best_interest_review_due = fresh.review
  FROM (
    SELECT owner.uuid,
      (SELECT state FROM best_interest form WHERE form.firm_id = firm AND owner_uuid = owner.uuid
         AND state <> 'Superseded' ORDER BY created_at DESC, form.uuid DESC LIMIT 1) AS state,
      (SELECT max(review_due_date) FROM best_interest form WHERE form.firm_id = firm AND owner_uuid = owner.uuid
         AND state = 'Signed') AS review
    FROM unnest(owners) AS owner (uuid) GROUP BY owner.uuid
  ) fresh
  WHERE contact.firm_id = firm AND contact.uuid = fresh.uuid
    AND (best_interest_status, best_interest_review_due) IS DISTINCT FROM (fresh.state, fresh.review)
  $$;

CREATE FUNCTION firmbook_best_interest_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM firmbook_refresh_best_interest(OLD.firm_id, array[OLD.owner_uuid]);
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND NEW.owner_uuid <> OLD.owner_uuid THEN
    PERFORM firmbook_refresh_best_interest(NEW.firm_id, array[NEW.owner_uuid]);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER owner_changed AFTER INSERT OR DELETE OR UPDATE OF state, owner_uuid, review_due_date ON best_interest
  FOR EACH ROW EXECUTE FUNCTION firmbook_best_interest_changed();

SELECT firmbook_watch_columns('contact', arguments[1], arguments[2:] || array['best_interest_review_due'])
  FROM (SELECT (string_to_array(encode(tgargs, 'escape'), '\000')) [:tgnargs] AS arguments
        FROM pg_trigger WHERE tgrelid = 'contact'::regclass AND tgname = 'noted_update') AS present;

-- States without a form.
DO $$
DECLARE
  of_firm integer;
BEGIN
  FOR of_firm IN SELECT firm_id FROM firm LOOP
    PERFORM set_config('firmbook.firm', of_firm::text, true);
    UPDATE contact SET best_interest_status = NULL WHERE firm_id = of_firm AND best_interest_status IS NOT NULL;
  END LOOP;
  PERFORM set_config('firmbook.firm', '', true);
END
$$;
