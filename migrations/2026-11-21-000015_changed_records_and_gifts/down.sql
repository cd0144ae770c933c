ALTER TABLE premium_gift DROP COLUMN version;
DELETE FROM hub_outbox WHERE record IS NOT NULL;
ALTER TABLE hub_outbox DROP COLUMN record, ADD CHECK (num_nonnulls(user_key, report_uuids) = 1);
