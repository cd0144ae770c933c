CREATE TEMP TABLE watched AS
  SELECT tgrelid::regclass::text AS of_table,
    (SELECT string_agg(quote_literal(argument), ', ')
     FROM unnest((string_to_array(encode(tgargs, 'escape'), '\000')) [:tgnargs]) AS argument) AS arguments
  FROM pg_trigger WHERE tgname = 'noted_update' AND tgnargs > 0;
DO $$
DECLARE
  name text;
  kind text;
BEGIN
  FOREACH name IN ARRAY array['policy', 'annuity', 'contact'] LOOP
    FOREACH kind IN ARRAY array['insert', 'update', 'delete'] LOOP
      EXECUTE format('DROP FUNCTION firmbook_%s_%s_noted() CASCADE', name, kind);
    END LOOP;
  END LOOP;
END
$$;
DROP FUNCTION firmbook_watch_columns(text, text, text[]);
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
  one record;
BEGIN
  FOR one IN SELECT * FROM watched LOOP
    EXECUTE format('CREATE TRIGGER noted_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS come
      FOR EACH STATEMENT EXECUTE FUNCTION firmbook_note_change(%s)', one.of_table, one.arguments);
    EXECUTE format('CREATE TRIGGER noted_update AFTER UPDATE ON %s
      REFERENCING OLD TABLE AS gone NEW TABLE AS come
      FOR EACH STATEMENT EXECUTE FUNCTION firmbook_note_change(%s)', one.of_table, one.arguments);
    EXECUTE format('CREATE TRIGGER noted_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION firmbook_note_change(%s)', one.of_table, one.arguments);
  END LOOP;
END
$$;
DROP TABLE watched;

DROP FUNCTION firmbook_contact_renamed() CASCADE;
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array['policy', 'annuity', 'contact', 'contract_party'] LOOP
    EXECUTE format('DROP FUNCTION firmbook_%1$s_insert_totals(), firmbook_%1$s_update_totals(),
      firmbook_%1$s_delete_totals() CASCADE', name);
  END LOOP;
END
$$;
DROP FUNCTION firmbook_add_to_contacts(integer, smallint, uuid[], integer[], numeric[], numeric[], numeric[], numeric[]);
DROP FUNCTION firmbook_add_to_list(integer, text, bigint, bigint, numeric, numeric, numeric, numeric, bigint, numeric,
  numeric, numeric, numeric);
DROP FUNCTION firmbook_list_slot(integer);
DO $$
BEGIN
  EXECUTE replace(pg_get_functiondef('firmbook_refresh_firm(integer)'::regprocedure),
    'PERFORM pg_advisory_xact_lock(hashtext(''firm_list_total''), firm); ', '');
END
$$;

CREATE TEMP TABLE summed AS
  SELECT firm_id, list, sum(row_count) AS row_count, sum(policy_count) AS policy_count,
    sum(death_benefit) AS death_benefit, sum(annualized_premium) AS annualized_premium,
    sum(policy_cash_value) AS policy_cash_value, sum(policy_surrender_value) AS policy_surrender_value,
    sum(annuity_count) AS annuity_count, sum(contract_value) AS contract_value, sum(premiums_paid) AS premiums_paid,
    sum(annuity_cash_value) AS annuity_cash_value, sum(annuity_surrender_value) AS annuity_surrender_value
  FROM firm_list_total GROUP BY firm_id, list;
ALTER TABLE firm_list_total DISABLE TRIGGER USER;
DELETE FROM firm_list_total;
ALTER TABLE firm_list_total DROP CONSTRAINT firm_list_total_pkey, DROP COLUMN slot, ADD PRIMARY KEY (firm_id, list),
  RESET (fillfactor);
INSERT INTO firm_list_total SELECT * FROM summed;
ALTER TABLE firm_list_total ENABLE TRIGGER USER;
DROP TABLE summed;

CREATE INDEX contact_policy_count ON contact (firm_id, kind, policy_count, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contact_death_benefit ON contact (firm_id, kind, death_benefit, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contact_annualized_premium ON contact (firm_id, kind, annualized_premium, uuid)
  WHERE deleted_at IS NULL;
CREATE INDEX contact_policy_cash_value ON contact (firm_id, kind, policy_cash_value, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contact_policy_surrender_value ON contact (firm_id, kind, policy_surrender_value, uuid)
  WHERE deleted_at IS NULL;
CREATE INDEX contact_annuity_count ON contact (firm_id, kind, annuity_count, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contact_contract_value ON contact (firm_id, kind, contract_value, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contact_premiums_paid ON contact (firm_id, kind, premiums_paid, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contact_annuity_cash_value ON contact (firm_id, kind, annuity_cash_value, uuid)
  WHERE deleted_at IS NULL;
CREATE INDEX contact_annuity_surrender_value ON contact (firm_id, kind, annuity_surrender_value, uuid)
  WHERE deleted_at IS NULL;
ALTER TABLE contact RESET (fillfactor);

-- Adds differences to the totals of a firm's list. Each caller passes at most one row per firm and list.
CREATE FUNCTION firmbook_add_to_list(
  firm integer, name text, rows_more bigint, policies bigint, death numeric, premium numeric, cash numeric,
  surrender numeric, annuities bigint, value numeric, paid numeric, annuity_cash numeric, annuity_surrender numeric
) RETURNS void
  LANGUAGE sql AS $$
  INSERT INTO firm_list_total AS kept VALUES
    (firm, name, rows_more, policies, death, premium, cash, surrender, annuities, value, paid, annuity_cash,
      annuity_surrender)
  ON CONFLICT (firm_id, list) DO UPDATE SET
    row_count = kept.row_count + excluded.row_count,
    policy_count = kept.policy_count + excluded.policy_count,
    death_benefit = kept.death_benefit + excluded.death_benefit,
    annualized_premium = kept.annualized_premium + excluded.annualized_premium,
    policy_cash_value = kept.policy_cash_value + excluded.policy_cash_value,
    policy_surrender_value = kept.policy_surrender_value + excluded.policy_surrender_value,
    annuity_count = kept.annuity_count + excluded.annuity_count,
    contract_value = kept.contract_value + excluded.contract_value,
    premiums_paid = kept.premiums_paid + excluded.premiums_paid,
    annuity_cash_value = kept.annuity_cash_value + excluded.annuity_cash_value,
    annuity_surrender_value = kept.annuity_surrender_value + excluded.annuity_surrender_value
  $$;

CREATE FUNCTION firmbook_parties_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  IF firmbook_is_bulk() THEN RETURN NULL; END IF;
  FOR touched IN EXECUTE format(
    'SELECT firm_id, array_agg(DISTINCT contract_uuid) AS contracts, array_agg(DISTINCT contact_uuid) AS contacts
     FROM %s GROUP BY firm_id',
    CASE TG_OP
      WHEN 'INSERT' THEN 'come'
      WHEN 'DELETE' THEN 'gone'
      ELSE '(SELECT * FROM gone UNION ALL SELECT * FROM come) AS seen'
    END)
  LOOP
    PERFORM firmbook_refresh_contracts(touched.firm_id, touched.contracts);
    PERFORM firmbook_refresh_contacts(touched.firm_id, touched.contacts);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER kept_totals_insert AFTER INSERT ON contract_party REFERENCING NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_parties_changed();
CREATE TRIGGER kept_totals_update AFTER UPDATE ON contract_party REFERENCING OLD TABLE AS gone NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_parties_changed();
CREATE TRIGGER kept_totals_delete AFTER DELETE ON contract_party REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_parties_changed();

CREATE FUNCTION firmbook_policies_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  columns constant text := 'firm_id, uuid, party_kinds, deleted_at, death_benefit, annualized_premium, cash_value,
    surrender_value';
  rows_seen text := CASE TG_OP
    WHEN 'INSERT' THEN format('SELECT 1 AS sign, %s FROM come', columns)
    WHEN 'DELETE' THEN format('SELECT -1 AS sign, %s FROM gone', columns)
    ELSE format('SELECT -1 AS sign, %1$s FROM gone UNION ALL SELECT 1, %1$s FROM come', columns)
  END;
  touched record;
BEGIN
  IF firmbook_is_bulk() THEN RETURN NULL; END IF;
  EXECUTE format(
    'SELECT firmbook_add_to_list(firm_id, list, CASE WHEN list = ''policies'' THEN n ELSE 0 END, n, death, premium,
       cash, surrender, 0, 0, 0, 0, 0)
     FROM (SELECT firm_id, list, sum(sign) AS n, sum(sign * death_benefit) AS death,
             sum(sign * annualized_premium) AS premium, sum(sign * cash_value) AS cash,
             sum(sign * surrender_value) AS surrender
           FROM (%s) seen, firmbook_lists_of(''policies'', party_kinds) AS list
           WHERE deleted_at IS NULL
           GROUP BY firm_id, list ORDER BY firm_id, list) sums
     WHERE (n, death, premium, cash, surrender) IS DISTINCT FROM (0, 0, 0, 0, 0)', rows_seen);
  -- Contacts are refreshed only if the values or the deletion state of a policy changed.
  FOR touched IN EXECUTE format(
    'SELECT firm_id, array_agg(DISTINCT contact_uuid) AS contacts
     FROM (SELECT firm_id, uuid FROM (%s) seen
           GROUP BY firm_id, uuid
           HAVING sum(CASE WHEN deleted_at IS NULL THEN sign ELSE 0 END) <> 0
             OR sum(sign * death_benefit) <> 0 OR sum(sign * annualized_premium) <> 0
             OR sum(sign * cash_value) <> 0 OR sum(sign * surrender_value) <> 0) changed
     JOIN contract_party party USING (firm_id)
     WHERE party.contract_uuid = changed.uuid AND party.deleted_at IS NULL
     GROUP BY firm_id', rows_seen)
  LOOP
    PERFORM firmbook_refresh_contacts(touched.firm_id, touched.contacts);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER kept_totals_insert AFTER INSERT ON policy REFERENCING NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_policies_changed();
CREATE TRIGGER kept_totals_update AFTER UPDATE ON policy REFERENCING OLD TABLE AS gone NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_policies_changed();
CREATE TRIGGER kept_totals_delete AFTER DELETE ON policy REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_policies_changed();

CREATE FUNCTION firmbook_annuities_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  columns constant text := 'firm_id, uuid, party_kinds, deleted_at, contract_value, premiums_paid, cash_value,
    surrender_value';
  rows_seen text := CASE TG_OP
    WHEN 'INSERT' THEN format('SELECT 1 AS sign, %s FROM come', columns)
    WHEN 'DELETE' THEN format('SELECT -1 AS sign, %s FROM gone', columns)
    ELSE format('SELECT -1 AS sign, %1$s FROM gone UNION ALL SELECT 1, %1$s FROM come', columns)
  END;
  touched record;
BEGIN
  IF firmbook_is_bulk() THEN RETURN NULL; END IF;
  EXECUTE format(
    'SELECT firmbook_add_to_list(firm_id, list, CASE WHEN list = ''annuities'' THEN n ELSE 0 END, 0, 0, 0, 0, 0, n,
       value, paid, cash, surrender)
     FROM (SELECT firm_id, list, sum(sign) AS n, sum(sign * contract_value) AS value,
             sum(sign * premiums_paid) AS paid, sum(sign * cash_value) AS cash,
             sum(sign * surrender_value) AS surrender
           FROM (%s) seen, firmbook_lists_of(''annuities'', party_kinds) AS list
           WHERE deleted_at IS NULL
           GROUP BY firm_id, list ORDER BY firm_id, list) sums
     WHERE (n, value, paid, cash, surrender) IS DISTINCT FROM (0, 0, 0, 0, 0)', rows_seen);
  FOR touched IN EXECUTE format(
    'SELECT firm_id, array_agg(DISTINCT contact_uuid) AS contacts
     FROM (SELECT firm_id, uuid FROM (%s) seen
           GROUP BY firm_id, uuid
           HAVING sum(CASE WHEN deleted_at IS NULL THEN sign ELSE 0 END) <> 0
             OR sum(sign * contract_value) <> 0 OR sum(sign * premiums_paid) <> 0
             OR sum(sign * cash_value) <> 0 OR sum(sign * surrender_value) <> 0) changed
     JOIN contract_party party USING (firm_id)
     WHERE party.contract_uuid = changed.uuid AND party.deleted_at IS NULL
     GROUP BY firm_id', rows_seen)
  LOOP
    PERFORM firmbook_refresh_contacts(touched.firm_id, touched.contacts);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER kept_totals_insert AFTER INSERT ON annuity REFERENCING NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_annuities_changed();
CREATE TRIGGER kept_totals_update AFTER UPDATE ON annuity REFERENCING OLD TABLE AS gone NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_annuities_changed();
CREATE TRIGGER kept_totals_delete AFTER DELETE ON annuity REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_annuities_changed();

CREATE FUNCTION firmbook_contacts_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  rows_seen text := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS sign, firm_id, kind, deleted_at FROM come'
    WHEN 'DELETE' THEN 'SELECT -1 AS sign, firm_id, kind, deleted_at FROM gone'
    ELSE 'SELECT -1 AS sign, firm_id, kind, deleted_at FROM gone
      UNION ALL SELECT 1, firm_id, kind, deleted_at FROM come'
  END;
  touched record;
BEGIN
  IF firmbook_is_bulk() THEN RETURN NULL; END IF;
  EXECUTE format(
    'SELECT firmbook_add_to_list(firm_id, (array[''agents'', ''owners'', ''insureds''])[kind], n, 0, 0, 0, 0, 0, 0, 0,
       0, 0, 0)
     FROM (SELECT firm_id, kind, sum(sign) AS n FROM (%s) seen WHERE deleted_at IS NULL
           GROUP BY firm_id, kind ORDER BY firm_id, kind) sums
     WHERE n <> 0', rows_seen);
  IF TG_OP = 'UPDATE' THEN
    FOR touched IN
      SELECT party.firm_id, array_agg(DISTINCT party.contract_uuid) AS contracts
      FROM gone JOIN come USING (firm_id, uuid)
      JOIN contract_party party ON party.firm_id = come.firm_id AND party.contact_uuid = come.uuid
        AND party.deleted_at IS NULL
      WHERE gone.display_name <> come.display_name
      GROUP BY party.firm_id
    LOOP
      PERFORM firmbook_refresh_contracts(touched.firm_id, touched.contracts);
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER kept_totals_insert AFTER INSERT ON contact REFERENCING NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_contacts_changed();
CREATE TRIGGER kept_totals_update AFTER UPDATE ON contact REFERENCING OLD TABLE AS gone NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_contacts_changed();
CREATE TRIGGER kept_totals_delete AFTER DELETE ON contact REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_contacts_changed();

-- Invalidates cached data of a firm. The payload is the firm, or empty if the writer set no firm for row-level
-- security. The triggers use no transition tables, so that bulk loads have no overhead. ENABLE ALWAYS makes them fire
-- even in loads that disable other triggers.

CREATE FUNCTION firmbook_book_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('firmbook_book', coalesce(current_setting('firmbook.firm', true), ''));
  RETURN NULL;
END
$$;

CREATE TRIGGER book_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON contact
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_book_changed();
CREATE TRIGGER book_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON policy
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_book_changed();
CREATE TRIGGER book_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON annuity
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_book_changed();
CREATE TRIGGER book_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON firm_list_total
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_book_changed();

ALTER TABLE contact ENABLE ALWAYS TRIGGER book_changed;
ALTER TABLE policy ENABLE ALWAYS TRIGGER book_changed;
ALTER TABLE annuity ENABLE ALWAYS TRIGGER book_changed;
ALTER TABLE firm_list_total ENABLE ALWAYS TRIGGER book_changed;
