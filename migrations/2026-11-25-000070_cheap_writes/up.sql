-- Makes single writes cheap. A changed value adds its difference to the totals of its contacts and lists, instead of
-- recomputing them. Writers of one firm no longer wait for each other's list totals. No index holds a total of a
-- contact, so that its row can be updated in place. Trigger functions are generated once and contain no dynamic SQL,
-- so that PostgreSQL keeps their plans.

-- Nothing listens to this channel, and a notification serializes commits.
DROP FUNCTION firmbook_book_changed() CASCADE;

DROP INDEX contact_policy_count, contact_death_benefit, contact_annualized_premium, contact_policy_cash_value,
  contact_policy_surrender_value, contact_annuity_count, contact_contract_value, contact_premiums_paid,
  contact_annuity_cash_value, contact_annuity_surrender_value;
-- Leaves free space on each new page, so that PostgreSQL can update rows in place.
ALTER TABLE contact SET (fillfactor = 85);

-- Totals of a list are the sum over its slots. Each transaction adds to a slot that no other running transaction uses.
ALTER TABLE firm_list_total ADD COLUMN slot smallint NOT NULL DEFAULT 0;
ALTER TABLE firm_list_total DROP CONSTRAINT firm_list_total_pkey, ADD PRIMARY KEY (firm_id, list, slot);
ALTER TABLE firm_list_total SET (fillfactor = 50);

-- Returns the first of 512 slots that no other running transaction of the firm uses, starting from one of 16 that
-- depends on the connection. So there are few rows, and no transaction waits for the row of another, which would
-- deadlock with waits for contracts. The shared lock keeps firmbook_refresh_firm from counting meanwhile.
CREATE FUNCTION firmbook_list_slot(firm integer) RETURNS smallint
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('firm_list_total'), firm);
  FOR step IN 0..511 LOOP
    IF pg_try_advisory_xact_lock(hashtext('firm_list_total ' || (pg_backend_pid() % 16 + step) % 512), firm) THEN
      RETURN (pg_backend_pid() % 16 + step) % 512;
    END IF;
  END LOOP;
  RETURN pg_backend_pid() % 16;
END
$$;

DO $$
BEGIN
  EXECUTE replace(pg_get_functiondef('firmbook_refresh_firm(integer)'::regprocedure), 'DELETE FROM firm_list_total',
    'PERFORM pg_advisory_xact_lock(hashtext(''firm_list_total''), firm); DELETE FROM firm_list_total');
END
$$;

-- Adds differences to the totals of a firm's list.
CREATE OR REPLACE FUNCTION firmbook_add_to_list(
  firm integer, name text, rows_more bigint, policies bigint, death numeric, premium numeric, cash numeric,
  surrender numeric, annuities bigint, value numeric, paid numeric, annuity_cash numeric, annuity_surrender numeric
) RETURNS void
  LANGUAGE sql AS $$
  INSERT INTO firm_list_total AS kept (firm_id, list, slot, row_count, policy_count, death_benefit,
      annualized_premium, policy_cash_value, policy_surrender_value, annuity_count, contract_value, premiums_paid,
      annuity_cash_value, annuity_surrender_value)
    VALUES (firm, name, firmbook_list_slot(firm), rows_more, policies, death, premium, cash, surrender, annuities,
      value, paid, annuity_cash, annuity_surrender)
  ON CONFLICT (firm_id, list, slot) DO UPDATE SET
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

-- Adds differences to the totals of contacts. The arrays have one element per contract and contact, and a contact may
-- occur several times. `first` and `second` are death benefit and annualized premium of policies, or contract value
-- and premiums paid of annuities. Rows are locked in the order of their uuid, so that two calls cannot deadlock.
CREATE FUNCTION firmbook_add_to_contacts(
  firm integer, of_line smallint, contacts uuid[], n integer[], first numeric[], second numeric[], cash numeric[],
  surrender numeric[]
) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contact WHERE firm_id = firm AND uuid = ANY(contacts) ORDER BY uuid FOR NO KEY UPDATE;
  IF of_line = 1 THEN
    UPDATE contact SET
      policy_count = policy_count + more.n, death_benefit = death_benefit + more.first,
      annualized_premium = annualized_premium + more.second, policy_cash_value = policy_cash_value + more.cash,
      policy_surrender_value = policy_surrender_value + more.surrender
    FROM (SELECT given.uuid, sum(given.n) AS n, sum(given.first) AS first, sum(given.second) AS second,
            sum(given.cash) AS cash, sum(given.surrender) AS surrender
          FROM unnest(contacts, n, first, second, cash, surrender) AS given (uuid, n, first, second, cash, surrender)
          GROUP BY given.uuid) more
    WHERE contact.firm_id = firm AND contact.uuid = more.uuid;
  ELSE
    UPDATE contact SET
      annuity_count = annuity_count + more.n, contract_value = contract_value + more.first,
      premiums_paid = premiums_paid + more.second, annuity_cash_value = annuity_cash_value + more.cash,
      annuity_surrender_value = annuity_surrender_value + more.surrender
    FROM (SELECT given.uuid, sum(given.n) AS n, sum(given.first) AS first, sum(given.second) AS second,
            sum(given.cash) AS cash, sum(given.surrender) AS surrender
          FROM unnest(contacts, n, first, second, cash, surrender) AS given (uuid, n, first, second, cash, surrender)
          GROUP BY given.uuid) more
    WHERE contact.firm_id = firm AND contact.uuid = more.uuid;
  END IF;
END
$$;

-- Replaces the triggers for totals.
DROP FUNCTION firmbook_policies_changed() CASCADE;
DROP FUNCTION firmbook_annuities_changed() CASCADE;
DROP FUNCTION firmbook_contacts_changed() CASCADE;
DROP FUNCTION firmbook_parties_changed() CASCADE;

-- Creates a trigger `kept_totals_…` per kind of statement, with a function each. In `body`, {seen} stands for the
-- changed rows with their sign: the old ones with -1 and the new ones with 1. {columns} lists what it reads of them.
CREATE FUNCTION pg_temp.create_triggers(of_table text, columns text, body text) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  gone text := format('SELECT -1 AS sign, %s FROM gone', columns);
  come text := format('SELECT 1 AS sign, %s FROM come', columns);
  one text[];
BEGIN
  FOREACH one SLICE 1 IN ARRAY array[
    array['insert', come, 'NEW TABLE AS come'],
    array['update', gone || ' UNION ALL ' || come, 'OLD TABLE AS gone NEW TABLE AS come'],
    array['delete', gone, 'OLD TABLE AS gone']
  ] LOOP
    EXECUTE format('CREATE FUNCTION firmbook_%1$s_%2$s_totals() RETURNS trigger LANGUAGE plpgsql AS %3$L',
      of_table, one[1], replace(body, '{seen}', '(' || one[2] || ')'));
    EXECUTE format('CREATE TRIGGER kept_totals_%2$s AFTER %2$s ON %1$s REFERENCING %3$s
      FOR EACH STATEMENT EXECUTE FUNCTION firmbook_%1$s_%2$s_totals()', of_table, one[1], one[3]);
  END LOOP;
END
$$;

-- Both contract tables. An update of a contract locks its row, and a changed link locks it before it recomputes totals
-- (firmbook_refresh_contracts). So either sees the other's result, and no value is added twice or left out.
DO $$
DECLARE
  body constant text := $body$
DECLARE
  touched record;
BEGIN
  IF firmbook_is_bulk() THEN RETURN NULL; END IF;
  INSERT INTO firm_list_total AS kept (firm_id, list, slot, row_count, {counted}, {summed})
    SELECT firm_id, list, firmbook_list_slot(firm_id), CASE WHEN list = '{list}' THEN n ELSE 0 END, n, a, b, c, d
    FROM (SELECT firm_id, list, sum(sign) AS n, sum(sign * {first}) AS a, sum(sign * {second}) AS b,
            sum(sign * cash_value) AS c, sum(sign * surrender_value) AS d
          FROM {seen} seen, firmbook_lists_of('{list}', party_kinds) AS list
          WHERE deleted_at IS NULL
          GROUP BY firm_id, list ORDER BY firm_id, list) sums
    WHERE (n, a, b, c, d) IS DISTINCT FROM (0, 0, 0, 0, 0)
  ON CONFLICT (firm_id, list, slot) DO UPDATE SET
    row_count = kept.row_count + excluded.row_count, {counted} = kept.{counted} + excluded.{counted}, {added};
  FOR touched IN
    SELECT firm_id, array_agg(contact_uuid) AS contacts, array_agg(n) AS n, array_agg(a) AS first,
      array_agg(b) AS second, array_agg(c) AS cash, array_agg(d) AS surrender
    FROM (SELECT firm_id, uuid, sum(sign)::integer AS n, sum(sign * {first}) AS a, sum(sign * {second}) AS b,
            sum(sign * cash_value) AS c, sum(sign * surrender_value) AS d
          FROM {seen} seen
          WHERE deleted_at IS NULL
          GROUP BY firm_id, uuid) changed
    CROSS JOIN LATERAL (
      SELECT DISTINCT contact_uuid FROM contract_party party
      WHERE party.firm_id = changed.firm_id AND party.contract_uuid = changed.uuid AND party.line = {line}
        AND party.deleted_at IS NULL) linked
    WHERE (n, a, b, c, d) IS DISTINCT FROM (0, 0, 0, 0, 0)
    GROUP BY firm_id
  LOOP
    PERFORM firmbook_add_to_contacts(touched.firm_id, {line}::smallint, touched.contacts, touched.n, touched.first,
      touched.second, touched.cash, touched.surrender);
  END LOOP;
  RETURN NULL;
END
$body$;
  contracts constant text[] := array[
    array['policy', 'policies', '1', 'policy_count', 'death_benefit', 'annualized_premium', 'policy_cash_value',
      'policy_surrender_value'],
    array['annuity', 'annuities', '2', 'annuity_count', 'contract_value', 'premiums_paid', 'annuity_cash_value',
      'annuity_surrender_value']
  ];
  one text[];
  filled text;
BEGIN
  FOREACH one SLICE 1 IN ARRAY contracts LOOP
    filled := replace(body, '{list}', one[2]);
    filled := replace(filled, '{line}', one[3]);
    filled := replace(filled, '{counted}', one[4]);
    filled := replace(filled, '{first}', one[5]);
    filled := replace(filled, '{second}', one[6]);
    filled := replace(filled, '{summed}', array_to_string(one[5:8], ', '));
    filled := replace(filled, '{added}', (
      SELECT string_agg(format('%1$s = kept.%1$s + excluded.%1$s', name), ', ') FROM unnest(one[5:8]) AS name));
    PERFORM pg_temp.create_triggers(one[1],
      'firm_id, uuid, party_kinds, deleted_at, cash_value, surrender_value, ' || array_to_string(one[5:6], ', '),
      filled);
  END LOOP;
END
$$;

-- A changed link recomputes the totals of its contacts, because a contract counts once however many links it shares
-- with a contact, and one statement can insert links and update others (ON CONFLICT).
SELECT pg_temp.create_triggers('contract_party', 'firm_id, contract_uuid, contact_uuid', $body$
DECLARE
  touched record;
BEGIN
  IF firmbook_is_bulk() THEN RETURN NULL; END IF;
  FOR touched IN
    SELECT firm_id, array_agg(DISTINCT contract_uuid) AS contracts, array_agg(DISTINCT contact_uuid) AS contacts
    FROM {seen} seen GROUP BY firm_id
  LOOP
    PERFORM firmbook_refresh_contracts(touched.firm_id, touched.contracts);
    PERFORM firmbook_refresh_contacts(touched.firm_id, touched.contacts);
  END LOOP;
  RETURN NULL;
END
$body$);

-- An update that changes neither a name nor whether contacts are deleted has nothing to do. The triggers above make
-- such updates.
SELECT pg_temp.create_triggers('contact', 'firm_id, kind, deleted_at', $body$
BEGIN
  IF firmbook_is_bulk() THEN RETURN NULL; END IF;
  PERFORM firmbook_add_to_list(firm_id, (array['agents', 'owners', 'insureds'])[kind], n, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    FROM (SELECT firm_id, kind, sum(sign) AS n FROM {seen} seen WHERE deleted_at IS NULL
          GROUP BY firm_id, kind ORDER BY firm_id, kind) sums
    WHERE n <> 0;
  RETURN NULL;
END
$body$);

CREATE FUNCTION firmbook_contact_renamed() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  touched record;
BEGIN
  IF firmbook_is_bulk() THEN RETURN NULL; END IF;
  -- Grouped rather than joined: PostgreSQL keeps the plan for one row, and a nested loop over two transition tables
  -- would be quadratic.
  FOR touched IN
    SELECT party.firm_id, array_agg(DISTINCT party.contract_uuid) AS contracts
    FROM (SELECT firm_id, uuid
          FROM (SELECT firm_id, uuid, display_name FROM gone UNION ALL SELECT firm_id, uuid, display_name FROM come) seen
          GROUP BY firm_id, uuid HAVING min(display_name) <> max(display_name)) renamed
    JOIN contract_party party ON party.firm_id = renamed.firm_id AND party.contact_uuid = renamed.uuid
      AND party.deleted_at IS NULL
    GROUP BY party.firm_id
  LOOP
    PERFORM firmbook_refresh_contracts(touched.firm_id, touched.contracts);
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER renamed AFTER UPDATE ON contact REFERENCING OLD TABLE AS gone NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_contact_renamed();

-- Watches the columns of a contact or contract table that a filter, search or total of its lists reads. Changes of
-- them make reports stale. `lists` is an expression for the list of a row `come`. The triggers' arguments only document
-- the columns. Called again when a table gets another such column.
CREATE FUNCTION firmbook_watch_columns(of_table text, lists text, watched text[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  compared text;
  one text[];
BEGIN
  SELECT string_agg(
      format('CASE WHEN bool_or(gone.%1$I IS DISTINCT FROM come.%1$I) THEN %1$L END', name), ', ')
    INTO compared FROM unnest(watched) AS name;
  FOREACH one SLICE 1 IN ARRAY array[
    array['insert', 'NEW TABLE AS come', format(
      'INSERT INTO report_change (firm_id, list) SELECT DISTINCT firm_id, %s FROM come', lists)],
    array['update', 'OLD TABLE AS gone NEW TABLE AS come', format(
      'INSERT INTO report_change (firm_id, list, columns)
       SELECT firm_id, list, CASE WHEN NOT came_or_went THEN columns END
       FROM (SELECT come.firm_id, %s AS list,
               bool_or(gone.deleted_at IS DISTINCT FROM come.deleted_at) AS came_or_went,
               array_remove(array[%s], NULL) AS columns
             FROM gone JOIN come ON come.firm_id = gone.firm_id AND come.uuid = gone.uuid
             WHERE gone.deleted_at IS NULL OR come.deleted_at IS NULL
             GROUP BY 1, 2) AS changed
       WHERE came_or_went OR columns <> ''{}''', lists, compared)],
    array['delete', 'OLD TABLE AS gone', format(
      'INSERT INTO report_change (firm_id, list) SELECT DISTINCT firm_id, %s FROM gone AS come', lists)]
  ] LOOP
    EXECUTE format('DROP TRIGGER IF EXISTS noted_%s ON %I', one[1], of_table);
    -- Without the setting, the kept plan for one row would join two transition tables in a nested loop.
    EXECUTE format('CREATE OR REPLACE FUNCTION firmbook_%1$s_%2$s_noted() RETURNS trigger
      LANGUAGE plpgsql SET enable_nestloop = off AS %3$L', of_table, one[1], format('BEGIN IF NOT firmbook_is_bulk() THEN %s; END IF; RETURN NULL; END', one[3]));
    EXECUTE format('CREATE TRIGGER noted_%1$s AFTER %1$s ON %2$I REFERENCING %3$s
      FOR EACH STATEMENT EXECUTE FUNCTION firmbook_%2$s_%1$s_noted(%4$s)', one[1], of_table, one[2],
      (SELECT string_agg(quote_literal(name), ', ') FROM unnest(lists || watched) AS name));
  END LOOP;
END
$$;

-- Watches the same columns as before. A trigger's arguments are separated by null characters.
SELECT firmbook_watch_columns(tgrelid::regclass::text, arguments[1], arguments[2:])
  FROM (SELECT tgrelid, (string_to_array(encode(tgargs, 'escape'), '\000')) [:tgnargs] AS arguments
        FROM pg_trigger WHERE tgname = 'noted_update' AND tgnargs > 0) AS present;
DROP FUNCTION firmbook_note_change();
