-- A record that changed. The message goes to all users of the firm who may have it open.
ALTER TABLE hub_outbox
  ADD COLUMN record jsonb,
  DROP CONSTRAINT hub_outbox_check,
  ADD CHECK (num_nonnulls(user_key, report_uuids, record) = 1);

-- Detects concurrent edits.
ALTER TABLE premium_gift ADD COLUMN version integer NOT NULL DEFAULT 1;
