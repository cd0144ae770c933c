-- Cohort sends: schedules and their owners, sent emails, and unsubscribed addresses.

ALTER TABLE cohort_schedule RENAME COLUMN schedule_uuid TO uuid;
ALTER TABLE cohort_schedule
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- The user whose row scope applies to the send.
  ADD COLUMN owner_key text NOT NULL REFERENCES app_user,
  -- When the worker processes the schedule next. Null if it sends no more. Users see `next_send_date`.
  ADD COLUMN next_send_at timestamptz,
  -- Reason for an automatic pause. Null if a user paused the schedule or it is not paused.
  ADD COLUMN paused_because text,
  -- Keyed hash of the request that created the schedule under an idempotency key.
  ADD COLUMN request_hash bytea,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_by text,
  ADD COLUMN deleted_at timestamptz,
  ADD CONSTRAINT cohort_schedule_frequency CHECK
    (frequency IN ('Once', 'Monthly', 'Quarterly', 'SemiAnnual', 'Annual', 'Birthday', 'Anniversary')),
  ADD CONSTRAINT cohort_schedule_send_to CHECK (send_to IN ('Contact', 'ServicingAgent', 'Me'));
CREATE INDEX cohort_schedule_due ON cohort_schedule (next_send_at) WHERE status = 'Active' AND deleted_at IS NULL;

-- A schedule sends once per date. The row holds the settings of the schedule at that time.
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
  -- Note about a late send.
  note text,
  PRIMARY KEY (firm_id, schedule_uuid, send_date),
  FOREIGN KEY (firm_id, schedule_uuid) REFERENCES cohort_schedule ON DELETE CASCADE
);

-- Each contact of a send gets one email, or none for the given reason.
CREATE TABLE cohort_send_recipient (
  firm_id integer NOT NULL,
  schedule_uuid uuid NOT NULL,
  send_date date NOT NULL,
  contact_uuid uuid NOT NULL,
  name text NOT NULL,
  -- Name and address of the email's recipient, who may be the contact, its servicing agent or the schedule's owner.
  to_name text,
  address text,
  -- The contact's own birthday or anniversary, if the schedule uses one. Otherwise the send date.
  due_date date NOT NULL,
  note text,
  state text NOT NULL CHECK (state IN ('Waiting', 'Sent', 'Failed', 'Skipped')),
  reason text,
  sent_at timestamptz,
  -- Attachments as sent: [{name, storageKey, sizeBytes}]
  documents jsonb,
  PRIMARY KEY (firm_id, schedule_uuid, send_date, contact_uuid),
  FOREIGN KEY (firm_id, schedule_uuid, send_date) REFERENCES cohort_send ON DELETE CASCADE
);

-- Addresses, in lower case, that unsubscribed from a firm's emails.
CREATE TABLE unsubscription (
  firm_id integer NOT NULL REFERENCES firm,
  address text NOT NULL,
  unsubscribed_at timestamptz NOT NULL,
  PRIMARY KEY (firm_id, address)
);

-- Firms whose contact.next_cohort_send must be recomputed because its inputs changed.
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
-- Adding or removing members also fires this trigger, because it updates cohort.contact_count.
CREATE TRIGGER cohort_changed AFTER UPDATE ON cohort
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION firmbook_cohort_changed();
CREATE TRIGGER schedule_added AFTER INSERT ON cohort_schedule
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION firmbook_cohort_changed();
CREATE TRIGGER schedule_changed AFTER UPDATE ON cohort_schedule
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION firmbook_cohort_changed();

-- Cohort emails use the same queue as all other emails.
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
-- The worker finds due schedules of all firms. Only its transactions set firmbook.sends, never those of requests.
CREATE POLICY sender ON cohort_schedule FOR SELECT
  USING ((SELECT current_setting('firmbook.sends', true)) = 'on');
CREATE POLICY sender ON cohort_change FOR SELECT
  USING ((SELECT current_setting('firmbook.sends', true)) = 'on');
