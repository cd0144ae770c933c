-- Sends of cohorts: schedules and whose they are, what was sent to whom, and who wants no mail any more.

ALTER TABLE cohort_schedule RENAME COLUMN schedule_uuid TO uuid;
ALTER TABLE cohort_schedule
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- Whose rows count when it sends.
  ADD COLUMN owner_key text NOT NULL REFERENCES app_user,
  -- When the worker looks at it again; null for one that sends no more. `next_send_date` is what people are shown.
  ADD COLUMN next_send_at timestamptz,
  -- Why it pauses, unless somebody paused it.
  ADD COLUMN paused_because text,
  -- Of the request that added it under an idempotency key.
  ADD COLUMN request_hash bytea,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_by text,
  ADD COLUMN deleted_at timestamptz,
  ADD CONSTRAINT cohort_schedule_frequency CHECK
    (frequency IN ('Once', 'Monthly', 'Quarterly', 'SemiAnnual', 'Annual', 'Birthday', 'Anniversary')),
  ADD CONSTRAINT cohort_schedule_send_to CHECK (send_to IN ('Contact', 'ServicingAgent', 'Me'));
CREATE INDEX cohort_schedule_due ON cohort_schedule (next_send_at) WHERE status = 'Active' AND deleted_at IS NULL;

-- A schedule sends once for a date, with what it said then.
CREATE TABLE cohort_send (
  firm_id integer NOT NULL,
  schedule_uuid uuid NOT NULL,
  send_date date NOT NULL,
  schedule_name text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  send_to text NOT NULL,
  includes_annuities boolean NOT NULL,
  owner_key text NOT NULL REFERENCES app_user,
  started_at timestamptz NOT NULL,
  -- Of one that came late.
  note text,
  PRIMARY KEY (firm_id, schedule_uuid, send_date),
  FOREIGN KEY (firm_id, schedule_uuid) REFERENCES cohort_schedule ON DELETE CASCADE
);

-- And once to each contact, or not at all for a reason.
CREATE TABLE cohort_send_recipient (
  firm_id integer NOT NULL,
  schedule_uuid uuid NOT NULL,
  send_date date NOT NULL,
  contact_uuid uuid NOT NULL,
  name text NOT NULL,
  -- Whom the mail greets by its envelope, and where it goes.
  to_name text,
  address text,
  -- The contact's own day, where it has one.
  due_date date NOT NULL,
  note text,
  state text NOT NULL CHECK (state IN ('Waiting', 'Sent', 'Failed', 'Skipped')),
  reason text,
  sent_at timestamptz,
  -- [{name, storageKey, sizeBytes}]: what the mail brought along, as it was sent.
  documents jsonb,
  PRIMARY KEY (firm_id, schedule_uuid, send_date, contact_uuid),
  FOREIGN KEY (firm_id, schedule_uuid, send_date) REFERENCES cohort_send ON DELETE CASCADE
);

-- Who asked a firm to write no more, by address in lower case.
CREATE TABLE unsubscription (
  firm_id integer NOT NULL REFERENCES firm,
  address text NOT NULL,
  unsubscribed_at timestamptz NOT NULL,
  PRIMARY KEY (firm_id, address)
);

-- Something that contact.next_cohort_send follows from has changed.
CREATE TABLE cohort_change (
  firm_id integer NOT NULL REFERENCES firm,
  id bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (firm_id, id)
);
CREATE FUNCTION firmbook_cohort_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO cohort_change (firm_id) SELECT DISTINCT firm_id FROM changed;
  RETURN NULL;
END
$$;
-- Members that come and go change the number that their cohort keeps.
CREATE TRIGGER cohort_changed AFTER UPDATE ON cohort
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION firmbook_cohort_changed();
CREATE TRIGGER schedule_added AFTER INSERT ON cohort_schedule
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION firmbook_cohort_changed();
CREATE TRIGGER schedule_changed AFTER UPDATE ON cohort_schedule
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION firmbook_cohort_changed();

-- The mail about a contact waits with all other mail.
ALTER TABLE mail_outbox
  ALTER COLUMN user_key DROP NOT NULL,
  DROP CONSTRAINT mail_outbox_cause_check,
  ADD CONSTRAINT mail_outbox_cause_check CHECK (cause IN ('Notice', 'Daily', 'Weekly', 'Cohort')),
  ADD COLUMN schedule_uuid uuid,
  ADD COLUMN send_date date,
  ADD COLUMN contact_uuid uuid,
  ADD CONSTRAINT mail_outbox_subject CHECK
    ((cause = 'Cohort') = (user_key IS NULL)
      AND num_nulls(schedule_uuid, send_date, contact_uuid) = CASE cause WHEN 'Cohort' THEN 0 ELSE 3 END),
  ADD CONSTRAINT mail_outbox_recipient UNIQUE (firm_id, schedule_uuid, send_date, contact_uuid),
  ADD CONSTRAINT mail_outbox_recipient_fkey FOREIGN KEY (firm_id, schedule_uuid, send_date, contact_uuid)
    REFERENCES cohort_send_recipient ON DELETE CASCADE;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array['cohort_send', 'cohort_send_recipient', 'unsubscription', 'cohort_change'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO firmbook_app', name);
  END LOOP;
END
$$;
-- Whoever looks for schedules of all firms that are due says so in its transaction; no request does.
CREATE POLICY sender ON cohort_schedule FOR SELECT
  USING ((SELECT current_setting('firmbook.sends', true)) = 'on');
CREATE POLICY sender ON cohort_change FOR SELECT
  USING ((SELECT current_setting('firmbook.sends', true)) = 'on');
