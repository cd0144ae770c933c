DELETE FROM mail_outbox WHERE cause = 'Support';
ALTER TABLE mail_outbox
  DROP CONSTRAINT mail_outbox_support,
  DROP CONSTRAINT mail_outbox_cause_check,
  ADD CONSTRAINT mail_outbox_cause_check CHECK (cause IN ('Notice', 'Daily', 'Weekly', 'Cohort', 'Letter')),
  DROP COLUMN support_request;
ALTER TABLE branding DROP COLUMN support_email;
