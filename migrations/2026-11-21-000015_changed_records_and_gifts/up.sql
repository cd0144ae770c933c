-- Records that somebody changed, for everybody of the firm who may have one open.
ALTER TABLE hub_outbox
  ADD COLUMN record jsonb,
  DROP CONSTRAINT hub_outbox_check,
  ADD CHECK (num_nonnulls(user_key, report_uuids, record) = 1);

-- Gifts are edited by several people now.
ALTER TABLE premium_gift ADD COLUMN version integer NOT NULL DEFAULT 1;
