-- Receives the questions that users send on the support page.
ALTER TABLE branding ADD COLUMN support_email text;

-- Questions to the support use the same queue as all other emails. user_key is the user who asks.
ALTER TABLE mail_outbox
  ADD COLUMN support_request jsonb,
  DROP CONSTRAINT mail_outbox_cause_check,
  ADD CONSTRAINT mail_outbox_cause_check
    CHECK (cause IN ('Notice', 'Daily', 'Weekly', 'Cohort', 'Letter', 'Support')),
  ADD CONSTRAINT mail_outbox_support CHECK ((cause = 'Support') = (support_request IS NOT NULL));
-- Finds the questions that a user has sent today.
CREATE INDEX mail_outbox_support_requests ON mail_outbox (firm_id, user_key, created_at) WHERE cause = 'Support';
