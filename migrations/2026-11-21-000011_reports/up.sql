-- Report totals, change tracking, and the report states sent to subscribers.

-- Sums over a contact's contracts need more digits than the amounts of a single contract.
ALTER TABLE contact
  ALTER COLUMN death_benefit TYPE numeric(20,2),
  ALTER COLUMN annualized_premium TYPE numeric(20,2),
  ALTER COLUMN policy_cash_value TYPE numeric(20,2),
  ALTER COLUMN policy_surrender_value TYPE numeric(20,2),
  ALTER COLUMN contract_value TYPE numeric(20,2),
  ALTER COLUMN premiums_paid TYPE numeric(20,2),
  ALTER COLUMN annuity_cash_value TYPE numeric(20,2),
  ALTER COLUMN annuity_surrender_value TYPE numeric(20,2);

-- Report names are unique per owner and report type, regardless of case and accents.
ALTER TABLE report
  DROP CONSTRAINT report_firm_id_owner_key_report_type_name_key,
  DROP COLUMN totals,
  DROP COLUMN totals_as_of,
  -- Keyed hash of the request that created the report under an idempotency key.
  ADD COLUMN request_hash bytea;
CREATE UNIQUE INDEX report_name ON report (firm_id, owner_key, report_type, firmbook_fold(name));

-- Totals of a report, one row per row scope of its viewers.
CREATE TABLE report_count (
  firm_id integer NOT NULL,
  report_uuid uuid NOT NULL,
  -- `all`, or a hash of the viewer's block.
  scope_key text NOT NULL,
  totals jsonb NOT NULL,
  as_of timestamptz NOT NULL,
  -- The viewer's date, if the report's filter depends on it.
  day date,
  -- Database snapshot of the count. Changes by transactions that are not visible in it are not counted.
  snapshot pg_snapshot NOT NULL,
  is_stale boolean NOT NULL DEFAULT false,
  PRIMARY KEY (firm_id, report_uuid, scope_key),
  FOREIGN KEY (firm_id, report_uuid) REFERENCES report ON DELETE CASCADE
);
CREATE INDEX report_count_fresh ON report_count (firm_id) WHERE NOT is_stale;

-- One row per statement that changed a list. Writers only insert, so that they do not block each other. A sweep once a
-- second marks the affected reports as stale. Swept rows are deleted once no running count can have missed them.
CREATE TABLE report_change (
  firm_id integer NOT NULL REFERENCES firm,
  id bigint GENERATED ALWAYS AS IDENTITY,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- Name of the list, as in firm_list_total.
  list text NOT NULL,
  -- Changed columns of the list's table. `$agents` if the agents of contracts changed. Null if rows were added or
  -- removed.
  columns text[],
  swept_at timestamptz,
  PRIMARY KEY (firm_id, id)
);
CREATE INDEX report_change_waiting ON report_change (firm_id, id) WHERE swept_at IS NULL;
CREATE INDEX report_change_swept ON report_change (swept_at) WHERE swept_at IS NOT NULL;

-- Rows and totals of a report as sent to subscribers. Subscribers with the same row scope share a state.
CREATE TABLE report_state (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  report_uuid uuid NOT NULL,
  scope_key text NOT NULL,
  as_of timestamptz NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  totals jsonb NOT NULL,
  row_count bigint NOT NULL,
  -- Null above 300,000 rows. Then only the row counts are compared.
  rows uuid[],
  PRIMARY KEY (firm_id, uuid),
  FOREIGN KEY (firm_id, report_uuid) REFERENCES report ON DELETE CASCADE
);
CREATE INDEX report_state_report ON report_state (firm_id, report_uuid);

ALTER TABLE report_subscription
  DROP COLUMN last_sent,
  DROP COLUMN last_sent_at,
  -- State last sent to the subscriber, and the state before that. Null until the first count.
  ADD COLUMN told_state uuid,
  ADD COLUMN before_state uuid,
  -- The data of the report has changed since told_state.
  ADD COLUMN is_due boolean NOT NULL DEFAULT true,
  -- Time of the next digest, and of the next check of a report that depends on the date.
  ADD COLUMN next_digest_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX report_subscription_due ON report_subscription (firm_id)
  WHERE is_due AND (NOT is_digest OR told_state IS NULL);
CREATE INDEX report_subscription_digest ON report_subscription (next_digest_at);

-- Reports that became stale. The message goes to all users of the firm who can see them.
ALTER TABLE hub_outbox
  ALTER COLUMN user_key DROP NOT NULL,
  ADD COLUMN report_uuids uuid[],
  ADD CHECK (num_nonnulls(user_key, report_uuids) = 1);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array['report_count', 'report_change', 'report_state'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO firmbook_app', name);
  END LOOP;
END
$$;
-- The dispatcher finds firms with changes to sweep or messages to send. The work itself is done firm by firm.
CREATE POLICY dispatcher ON report_change FOR SELECT
  USING ((SELECT current_setting('firmbook.hub', true)) = 'on');
CREATE POLICY dispatcher ON report_subscription FOR SELECT
  USING ((SELECT current_setting('firmbook.hub', true)) = 'on');

-- Arguments: a SQL expression for the list name, then every column that a filter, search or total of the list reads.
CREATE FUNCTION firmbook_note_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  compared text;
BEGIN
  IF firmbook_is_bulk() THEN RETURN NULL; END IF;
  IF TG_OP <> 'UPDATE' THEN
    EXECUTE format('INSERT INTO report_change (firm_id, list) SELECT DISTINCT firm_id, %s FROM %I AS come',
      TG_ARGV[0], CASE TG_OP WHEN 'INSERT' THEN 'come' ELSE 'gone' END);
    RETURN NULL;
  END IF;
  SELECT string_agg(
      format('CASE WHEN bool_or(gone.%1$I IS DISTINCT FROM come.%1$I) THEN %1$L END', name), ', ')
    INTO compared FROM unnest(TG_ARGV[1:]) AS name;
  EXECUTE format(
    'INSERT INTO report_change (firm_id, list, columns)
     SELECT firm_id, list, CASE WHEN NOT came_or_went THEN columns END
     FROM (SELECT come.firm_id, %s AS list,
             bool_or(gone.deleted_at IS DISTINCT FROM come.deleted_at) AS came_or_went,
             array_remove(array[%s], NULL) AS columns
           FROM gone JOIN come ON come.firm_id = gone.firm_id AND come.uuid = gone.uuid
           WHERE gone.deleted_at IS NULL OR come.deleted_at IS NULL
           GROUP BY 1, 2) AS changed
     WHERE came_or_went OR columns <> ''{}''', TG_ARGV[0], compared);
  RETURN NULL;
END
$$;

DO $$
DECLARE
  of_contracts constant text := 'status, product_type, carrier_name, owner_name, agent_name, issue_date,
    policy_guard, product_name, status_date, issue_state, source, death_benefit, cash_value, surrender_value,
    search_text';
  lists constant text[] := array[
    array['policy', $l$'policies'$l$, of_contracts || ', policy_number, insured_name, annualized_premium,
      paid_to_date, face_amount, premium_mode, modal_premium, loan_balance, next_premium_date, maturity_date,
      level_period_end_date, conversion_expiry_date'],
    array['annuity', $l$'annuities'$l$, of_contracts || ', contract_number, annuitant_name, contract_value,
      premiums_paid, surrender_period_end_date, tax_type, agent_integration_enabled, cost_basis, account_value_date'],
    array['contact', $l$(array['agents', 'owners', 'insureds'])[come.kind]$l$,
      'display_name, npn, agency_code, email, phone, mobile_phone, state, policy_count, death_benefit,
      annualized_premium, policy_cash_value, policy_surrender_value, annuity_count, contract_value, premiums_paid,
      annuity_cash_value, annuity_surrender_value, next_cohort_send, agent_integration_enabled, dob, sex, owner_type,
      best_interest_status, last_review, medical_request_state, first_name, last_name, organization_name,
      address_line1, city, postal_code, external_id, source, search_text']
  ];
  one text[];
  arguments text;
BEGIN
  FOREACH one SLICE 1 IN ARRAY lists LOOP
    SELECT string_agg(quote_literal(trim(name)), ', ') INTO arguments
      FROM unnest(array[one[2]] || regexp_split_to_array(one[3], ',\s*')) AS name;
    EXECUTE format('CREATE TRIGGER noted_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS come
      FOR EACH STATEMENT EXECUTE FUNCTION firmbook_note_change(%s)', one[1], arguments);
    EXECUTE format('CREATE TRIGGER noted_update AFTER UPDATE ON %I
      REFERENCING OLD TABLE AS gone NEW TABLE AS come
      FOR EACH STATEMENT EXECUTE FUNCTION firmbook_note_change(%s)', one[1], arguments);
    EXECUTE format('CREATE TRIGGER noted_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION firmbook_note_change(%s)', one[1], arguments);
  END LOOP;
END
$$;

-- The agents of a contract determine which viewers with a block can see it.
CREATE FUNCTION firmbook_note_agents() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF firmbook_is_bulk() THEN RETURN NULL; END IF;
  INSERT INTO report_change (firm_id, list, columns)
    SELECT DISTINCT firm_id, list, array['$agents']
    FROM changed,
      unnest(array[(array['policies', 'annuities'])[line], 'agents', 'owners', 'insureds']) AS list
    WHERE kind = 1;
  RETURN NULL;
END
$$;
CREATE TRIGGER noted_insert AFTER INSERT ON contract_party REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_note_agents();
CREATE TRIGGER noted_update AFTER UPDATE ON contract_party REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_note_agents();
CREATE TRIGGER noted_delete AFTER DELETE ON contract_party REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_note_agents();

-- Only firmbook_refresh_firm deletes these rows. It runs after a bulk load, which may have changed everything.
CREATE FUNCTION firmbook_note_refresh() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_change (firm_id, list) SELECT DISTINCT firm_id, list FROM changed;
  RETURN NULL;
END
$$;
CREATE TRIGGER noted_delete AFTER DELETE ON firm_list_total REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_note_refresh();

-- Outside advisors see only what is shared with them. Nodes invalidate their cached permissions when sharing changes.
CREATE FUNCTION firmbook_sharing_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('firmbook_viewers', user_key)
    FROM (SELECT DISTINCT user_key FROM changed JOIN firm_assignment USING (firm_id, user_key)
          WHERE firm_user_type = 5) outside;
  RETURN NULL;
END
$$;
CREATE TRIGGER viewers_changed_insert AFTER INSERT ON report_access REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_sharing_changed();
CREATE TRIGGER viewers_changed_delete AFTER DELETE ON report_access REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_sharing_changed();

CREATE FUNCTION firmbook_shared_query_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('firmbook_viewers', user_key)
    FROM (SELECT DISTINCT user_key
          FROM gone JOIN come USING (firm_id, uuid)
          JOIN report_access ON report_access.firm_id = come.firm_id AND report_uuid = come.uuid
          JOIN firm_assignment USING (user_key)
          WHERE gone.query <> come.query AND firm_assignment.firm_id = come.firm_id AND firm_user_type = 5) outside;
  RETURN NULL;
END
$$;
CREATE TRIGGER viewers_changed AFTER UPDATE ON report REFERENCING OLD TABLE AS gone NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_shared_query_changed();
