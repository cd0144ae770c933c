ALTER TABLE contact
  ADD COLUMN policy_count bigint NOT NULL DEFAULT 0,
  ADD COLUMN death_benefit numeric(20,2) NOT NULL DEFAULT 0,
  ADD COLUMN annualized_premium numeric(20,2) NOT NULL DEFAULT 0,
  ADD COLUMN policy_cash_value numeric(20,2) NOT NULL DEFAULT 0,
  ADD COLUMN policy_surrender_value numeric(20,2) NOT NULL DEFAULT 0,
  ADD COLUMN annuity_count bigint NOT NULL DEFAULT 0,
  ADD COLUMN contract_value numeric(20,2) NOT NULL DEFAULT 0,
  ADD COLUMN premiums_paid numeric(20,2) NOT NULL DEFAULT 0,
  ADD COLUMN annuity_cash_value numeric(20,2) NOT NULL DEFAULT 0,
  ADD COLUMN annuity_surrender_value numeric(20,2) NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION firmbook_refresh_contacts(firm integer, contacts uuid[]) RETURNS void
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

CREATE OR REPLACE FUNCTION firmbook_add_to_contacts(
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

CREATE OR REPLACE FUNCTION firmbook_refresh_firm(firm integer) RETURNS void
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

  PERFORM pg_advisory_xact_lock(hashtext('firm_list_total'), firm);
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

SET LOCAL firmbook.bulk = 'on';
UPDATE contact SET
    policy_count = total.policy_count,
    death_benefit = total.death_benefit,
    annualized_premium = total.annualized_premium,
    policy_cash_value = total.policy_cash_value,
    policy_surrender_value = total.policy_surrender_value,
    annuity_count = total.annuity_count,
    contract_value = total.contract_value,
    premiums_paid = total.premiums_paid,
    annuity_cash_value = total.annuity_cash_value,
    annuity_surrender_value = total.annuity_surrender_value
  FROM contact_total total WHERE total.firm_id = contact.firm_id AND total.uuid = contact.uuid;
SET LOCAL firmbook.bulk = '';

SELECT firmbook_watch_columns('contact', arguments[1], arguments[2:] || array[
    'policy_count', 'death_benefit', 'annualized_premium', 'policy_cash_value',
    'policy_surrender_value', 'annuity_count', 'contract_value', 'premiums_paid',
    'annuity_cash_value', 'annuity_surrender_value'])
  FROM (SELECT (string_to_array(encode(tgargs, 'escape'), '\000')) [:tgnargs] AS arguments
        FROM pg_trigger WHERE tgrelid = 'contact'::regclass AND tgname = 'noted_update') AS present;

CREATE OR REPLACE FUNCTION firmbook_is_bulk() RETURNS boolean
  LANGUAGE sql STABLE RETURN coalesce(current_setting('firmbook.bulk', true), '') = 'on';

DROP TRIGGER total_new ON contact;
DROP FUNCTION firmbook_contact_total_new();
DROP TRIGGER total_deleted ON contact;
DROP FUNCTION firmbook_contact_total_deleted();
DROP FUNCTION firmbook_totals_of(integer, uuid);
DROP TABLE contact_total;
DROP FUNCTION firmbook_contact_total_noted();
