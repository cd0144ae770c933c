DROP TRIGGER viewers_changed ON report;
DROP FUNCTION firmbook_shared_query_changed();
DROP TRIGGER viewers_changed_delete ON report_access;
DROP TRIGGER viewers_changed_insert ON report_access;
DROP FUNCTION firmbook_sharing_changed();
DROP TRIGGER noted_delete ON firm_list_total;
DROP FUNCTION firmbook_note_refresh();
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array['policy', 'annuity', 'contact', 'contract_party'] LOOP
    EXECUTE format('DROP TRIGGER noted_insert ON %I', name);
    EXECUTE format('DROP TRIGGER noted_update ON %I', name);
    EXECUTE format('DROP TRIGGER noted_delete ON %I', name);
  END LOOP;
END
$$;
DROP FUNCTION firmbook_note_agents();
DROP FUNCTION firmbook_note_change();
DELETE FROM hub_outbox WHERE user_key IS NULL;
ALTER TABLE hub_outbox DROP COLUMN report_uuids, ALTER COLUMN user_key SET NOT NULL;
DROP POLICY dispatcher ON report_subscription;
DROP INDEX report_subscription_due, report_subscription_digest;
ALTER TABLE report_subscription
  DROP COLUMN told_state,
  DROP COLUMN before_state,
  DROP COLUMN is_due,
  DROP COLUMN next_digest_at,
  ADD COLUMN last_sent jsonb,
  ADD COLUMN last_sent_at timestamptz;
DROP TABLE report_state;
DROP TABLE report_change;
DROP TABLE report_count;
DROP INDEX report_name;
ALTER TABLE report
  DROP COLUMN request_hash,
  ADD COLUMN totals jsonb,
  ADD COLUMN totals_as_of timestamptz,
  ADD UNIQUE (firm_id, owner_key, report_type, name);
ALTER TABLE contact
  ALTER COLUMN death_benefit TYPE numeric(18,2),
  ALTER COLUMN annualized_premium TYPE numeric(18,2),
  ALTER COLUMN policy_cash_value TYPE numeric(18,2),
  ALTER COLUMN policy_surrender_value TYPE numeric(18,2),
  ALTER COLUMN contract_value TYPE numeric(18,2),
  ALTER COLUMN premiums_paid TYPE numeric(18,2),
  ALTER COLUMN annuity_cash_value TYPE numeric(18,2),
  ALTER COLUMN annuity_surrender_value TYPE numeric(18,2);
