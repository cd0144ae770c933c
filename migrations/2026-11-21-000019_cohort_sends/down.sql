DROP POLICY sender ON cohort_schedule;
DELETE FROM mail_outbox WHERE cause = 'Cohort';
ALTER TABLE mail_outbox
  DROP CONSTRAINT mail_outbox_recipient_fkey,
  DROP CONSTRAINT mail_outbox_recipient,
  DROP CONSTRAINT mail_outbox_subject,
  DROP COLUMN contact_uuid,
  DROP COLUMN send_date,
  DROP COLUMN schedule_uuid,
  DROP CONSTRAINT mail_outbox_cause_check,
  ADD CONSTRAINT mail_outbox_cause_check CHECK (cause IN ('Notice', 'Daily', 'Weekly')),
  ALTER COLUMN user_key SET NOT NULL;
DROP TRIGGER schedule_changed ON cohort_schedule;
DROP TRIGGER schedule_added ON cohort_schedule;
DROP TRIGGER cohort_changed ON cohort;
DROP FUNCTION firmbook_cohort_changed;
DROP TABLE cohort_change;
DROP TABLE unsubscription;
DROP TABLE cohort_send_recipient;
DROP TABLE cohort_send;
DROP INDEX cohort_schedule_due;
DELETE FROM cohort_schedule WHERE deleted_at IS NOT NULL;
ALTER TABLE cohort_schedule
  DROP CONSTRAINT cohort_schedule_send_to,
  DROP CONSTRAINT cohort_schedule_frequency,
  DROP COLUMN deleted_at,
  DROP COLUMN updated_by,
  DROP COLUMN updated_at,
  DROP COLUMN created_at,
  DROP COLUMN request_hash,
  DROP COLUMN paused_because,
  DROP COLUMN next_send_at,
  DROP COLUMN owner_key,
  DROP COLUMN version;
ALTER TABLE cohort_schedule RENAME COLUMN uuid TO schedule_uuid;
