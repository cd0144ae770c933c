-- Precomputed counts and sums that lists show and sort by: per contact in `contact`, per firm and list in
-- `firm_list_total`. Statement triggers maintain them, so that no write can bypass them. A bulk load sets firmbook.bulk
-- to 'on' and calls firmbook_refresh_firm at its end instead.

CREATE TABLE firm_list_total (
  firm_id integer NOT NULL REFERENCES firm,
  -- agents, owners, insureds, policies or annuities
  list text NOT NULL,
  row_count bigint NOT NULL DEFAULT 0,
  policy_count bigint NOT NULL DEFAULT 0,
  death_benefit numeric(20,2) NOT NULL DEFAULT 0,
  annualized_premium numeric(20,2) NOT NULL DEFAULT 0,
  policy_cash_value numeric(20,2) NOT NULL DEFAULT 0,
  policy_surrender_value numeric(20,2) NOT NULL DEFAULT 0,
  annuity_count bigint NOT NULL DEFAULT 0,
  contract_value numeric(20,2) NOT NULL DEFAULT 0,
  premiums_paid numeric(20,2) NOT NULL DEFAULT 0,
  annuity_cash_value numeric(20,2) NOT NULL DEFAULT 0,
  annuity_surrender_value numeric(20,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (firm_id, list)
);

CREATE FUNCTION firmbook_is_bulk() RETURNS boolean
  LANGUAGE sql STABLE RETURN coalesce(current_setting('firmbook.bulk', true), '') = 'on';

-- Lists whose totals include a contract: its own list and the list of each contact kind among its parties.
CREATE FUNCTION firmbook_lists_of(own text, party_kinds smallint) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE AS $$
    SELECT list FROM (VALUES (own, 0), ('agents', 1), ('owners', 2), ('insureds', 4)) AS lists (list, bit)
    WHERE bit = 0 OR party_kinds & bit > 0
  $$;

-- Recomputes party kinds and names of contracts from their live parties. The row locks serialize concurrent changes to
-- a contract, so that the later one sees the result of the earlier one.
CREATE FUNCTION firmbook_refresh_contracts(firm integer, contracts uuid[]) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM policy WHERE firm_id = firm AND uuid = ANY(contracts) ORDER BY uuid FOR NO KEY UPDATE;
  PERFORM FROM annuity WHERE firm_id = firm AND uuid = ANY(contracts) ORDER BY uuid FOR NO KEY UPDATE;
  WITH parties AS (
    SELECT wanted.uuid,
      coalesce(bit_or((1 << (p.kind - 1))::smallint), 0)::smallint AS kinds,
      (array_agg(c.display_name ORDER BY p.type_id, c.name_key) FILTER (WHERE p.kind = 1))[1] AS agent,
      (array_agg(c.display_name ORDER BY p.type_id, c.name_key) FILTER (WHERE p.kind = 2))[1] AS owner,
      (array_agg(c.display_name ORDER BY p.type_id, c.name_key) FILTER (WHERE p.kind = 3))[1] AS insured
    FROM unnest(contracts) AS wanted (uuid)
    LEFT JOIN contract_party p ON p.firm_id = firm AND p.contract_uuid = wanted.uuid AND p.deleted_at IS NULL
    LEFT JOIN contact c ON c.firm_id = firm AND c.uuid = p.contact_uuid
    GROUP BY wanted.uuid
  ), policies AS (
    UPDATE policy SET party_kinds = kinds, agent_name = agent, owner_name = owner, insured_name = insured
    FROM parties
    WHERE policy.firm_id = firm AND policy.uuid = parties.uuid
      AND (party_kinds, agent_name, owner_name, insured_name) IS DISTINCT FROM (kinds, agent, owner, insured)
  )
  UPDATE annuity SET party_kinds = kinds, agent_name = agent, owner_name = owner, annuitant_name = insured
  FROM parties
  WHERE annuity.firm_id = firm AND annuity.uuid = parties.uuid
    AND (party_kinds, agent_name, owner_name, annuitant_name) IS DISTINCT FROM (kinds, agent, owner, insured);
END
$$;

-- Recomputes the ten totals of contacts. Each contract counts once per contact. The row locks serialize concurrent
-- changes, as in firmbook_refresh_contracts.
CREATE FUNCTION firmbook_refresh_contacts(firm integer, contacts uuid[]) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contact WHERE firm_id = firm AND uuid = ANY(contacts) ORDER BY uuid FOR NO KEY UPDATE;
  UPDATE contact SET
    policy_count = fresh.policies, death_benefit = fresh.death, annualized_premium = fresh.premium,
    policy_cash_value = fresh.cash, policy_surrender_value = fresh.surrender,
    annuity_count = fresh.annuities, contract_value = fresh.value, premiums_paid = fresh.paid,
    annuity_cash_value = fresh.annuity_cash, annuity_surrender_value = fresh.annuity_surrender
  FROM (
    SELECT wanted.uuid, p.*, a.*
    FROM unnest(contacts) AS wanted (uuid)
    CROSS JOIN LATERAL (
      SELECT count(*) AS policies, coalesce(sum(death_benefit), 0) AS death,
        coalesce(sum(annualized_premium), 0) AS premium, coalesce(sum(cash_value), 0) AS cash,
        coalesce(sum(surrender_value), 0) AS surrender
      FROM policy
      WHERE firm_id = firm AND deleted_at IS NULL AND uuid IN (
        SELECT contract_uuid FROM contract_party
        WHERE firm_id = firm AND contact_uuid = wanted.uuid AND line = 1 AND deleted_at IS NULL)
    ) p
    CROSS JOIN LATERAL (
      SELECT count(*) AS annuities, coalesce(sum(contract_value), 0) AS value,
        coalesce(sum(premiums_paid), 0) AS paid, coalesce(sum(cash_value), 0) AS annuity_cash,
        coalesce(sum(surrender_value), 0) AS annuity_surrender
      FROM annuity
      WHERE firm_id = firm AND deleted_at IS NULL AND uuid IN (
        SELECT contract_uuid FROM contract_party
        WHERE firm_id = firm AND contact_uuid = wanted.uuid AND line = 2 AND deleted_at IS NULL)
    ) a
  ) fresh
  WHERE contact.firm_id = firm AND contact.uuid = fresh.uuid
    AND (policy_count, death_benefit, annualized_premium, policy_cash_value, policy_surrender_value, annuity_count,
      contract_value, premiums_paid, annuity_cash_value, annuity_surrender_value)
    IS DISTINCT FROM (policies, death, premium, cash, surrender, annuities, value, paid, annuity_cash,
      annuity_surrender);
END
$$;

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

-- Recomputes all maintained values of a firm, after a bulk load or to verify the triggers. Nested loops are off because
-- statistics are missing right after a load and the planner would expect few rows.
CREATE FUNCTION firmbook_refresh_firm(firm integer) RETURNS void
  LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  PERFORM set_config('firmbook.bulk', 'on', true);
  PERFORM firmbook_refresh_contracts(firm, array(
    SELECT uuid FROM policy WHERE firm_id = firm UNION ALL SELECT uuid FROM annuity WHERE firm_id = firm));

  WITH policies AS (
    SELECT contact_uuid, count(*) AS n, sum(death_benefit) AS death, sum(annualized_premium) AS premium,
      sum(cash_value) AS cash, sum(surrender_value) AS surrender
    FROM (SELECT DISTINCT contact_uuid, contract_uuid FROM contract_party
          WHERE firm_id = firm AND line = 1 AND deleted_at IS NULL) party
    JOIN policy ON policy.firm_id = firm AND policy.uuid = party.contract_uuid AND policy.deleted_at IS NULL
    GROUP BY contact_uuid
  ), annuities AS (
    SELECT contact_uuid, count(*) AS n, sum(contract_value) AS value, sum(premiums_paid) AS paid,
      sum(cash_value) AS cash, sum(surrender_value) AS surrender
    FROM (SELECT DISTINCT contact_uuid, contract_uuid FROM contract_party
          WHERE firm_id = firm AND line = 2 AND deleted_at IS NULL) party
    JOIN annuity ON annuity.firm_id = firm AND annuity.uuid = party.contract_uuid AND annuity.deleted_at IS NULL
    GROUP BY contact_uuid
  ), fresh AS (
    SELECT c.uuid, coalesce(p.n, 0) AS policies, coalesce(p.death, 0) AS death, coalesce(p.premium, 0) AS premium,
      coalesce(p.cash, 0) AS cash, coalesce(p.surrender, 0) AS surrender, coalesce(a.n, 0) AS annuities,
      coalesce(a.value, 0) AS value, coalesce(a.paid, 0) AS paid, coalesce(a.cash, 0) AS annuity_cash,
      coalesce(a.surrender, 0) AS annuity_surrender
    FROM contact c
    LEFT JOIN policies p ON p.contact_uuid = c.uuid
    LEFT JOIN annuities a ON a.contact_uuid = c.uuid
    WHERE c.firm_id = firm
  )
  UPDATE contact SET
    policy_count = policies, death_benefit = death, annualized_premium = premium, policy_cash_value = cash,
    policy_surrender_value = surrender, annuity_count = annuities, contract_value = value, premiums_paid = paid,
    annuity_cash_value = annuity_cash, annuity_surrender_value = annuity_surrender
  FROM fresh
  WHERE contact.firm_id = firm AND contact.uuid = fresh.uuid
    AND (policy_count, contact.death_benefit, annualized_premium, policy_cash_value, policy_surrender_value,
      annuity_count, contract_value, premiums_paid, annuity_cash_value, annuity_surrender_value)
    IS DISTINCT FROM (policies, death, premium, cash, surrender, annuities, value, paid, annuity_cash,
      annuity_surrender);

  DELETE FROM firm_list_total WHERE firm_id = firm;
  INSERT INTO firm_list_total (firm_id, list, row_count)
    SELECT firm, (array['agents', 'owners', 'insureds'])[kind], count(*)
    FROM contact WHERE firm_id = firm AND deleted_at IS NULL GROUP BY kind;
  PERFORM firmbook_add_to_list(firm, list, CASE WHEN list = 'policies' THEN n ELSE 0 END, n, death, premium, cash,
      surrender, 0, 0, 0, 0, 0)
    FROM (SELECT list, count(*) AS n, sum(death_benefit) AS death, sum(annualized_premium) AS premium,
            sum(cash_value) AS cash, sum(surrender_value) AS surrender
          FROM policy, firmbook_lists_of('policies', party_kinds) AS list
          WHERE firm_id = firm AND deleted_at IS NULL GROUP BY list) sums;
  PERFORM firmbook_add_to_list(firm, list, CASE WHEN list = 'annuities' THEN n ELSE 0 END, 0, 0, 0, 0, 0, n, value,
      paid, cash, surrender)
    FROM (SELECT list, count(*) AS n, sum(contract_value) AS value, sum(premiums_paid) AS paid,
            sum(cash_value) AS cash, sum(surrender_value) AS surrender
          FROM annuity, firmbook_lists_of('annuities', party_kinds) AS list
          WHERE firm_id = firm AND deleted_at IS NULL GROUP BY list) sums;
  PERFORM set_config('firmbook.bulk', '', true);
END
$$;

-- The transition table "gone" holds the old rows, and "come" the new rows.

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
