-- Moves the totals of contacts to a table of their own. In the wide rows of `contact`, each change of a policy's value
-- wrote six index entries per contact, because its page had no space for a new version of the row.

CREATE TABLE contact_total (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  -- As in `contact`, so that lists can find rows by their totals alone.
  kind smallint NOT NULL,
  deleted_at timestamptz,
  -- Totals over the contact's contracts, each counted once. Only triggers and bulk loads write them.
  policy_count bigint NOT NULL DEFAULT 0,
  death_benefit numeric(20,2) NOT NULL DEFAULT 0,
  annualized_premium numeric(20,2) NOT NULL DEFAULT 0,
  policy_cash_value numeric(20,2) NOT NULL DEFAULT 0,
  policy_surrender_value numeric(20,2) NOT NULL DEFAULT 0,
  annuity_count bigint NOT NULL DEFAULT 0,
  contract_value numeric(20,2) NOT NULL DEFAULT 0,
  premiums_paid numeric(20,2) NOT NULL DEFAULT 0,
  annuity_cash_value numeric(20,2) NOT NULL DEFAULT 0,
  annuity_surrender_value numeric(20,2) NOT NULL DEFAULT 0
  -- Half of each page is free for new versions of its rows, so that a change writes no index entry.
) WITH (fillfactor = 50);
COMMENT ON TABLE contact_total IS 'Every contact has a row.';

INSERT INTO contact_total
  SELECT firm_id, uuid, kind, deleted_at, policy_count, death_benefit, annualized_premium, policy_cash_value,
    policy_surrender_value, annuity_count, contract_value, premiums_paid, annuity_cash_value, annuity_surrender_value
  FROM contact ORDER BY firm_id, kind, uuid;
ALTER TABLE contact_total ADD PRIMARY KEY (firm_id, uuid);
ALTER TABLE contact_total ADD FOREIGN KEY (firm_id, uuid) REFERENCES contact (firm_id, uuid) ON DELETE CASCADE;
CREATE INDEX contact_total_kind ON contact_total (firm_id, kind) WHERE deleted_at IS NULL;
ANALYZE contact_total;

ALTER TABLE contact_total ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_total FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON contact_total USING (firm_id = (SELECT firmbook_firm()));
GRANT SELECT, INSERT, UPDATE, DELETE ON contact_total TO firmbook_app;

-- Changes of totals make reports stale, as changes of other columns of a contact do.
CREATE FUNCTION firmbook_contact_total_noted() RETURNS trigger
  LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  IF NOT firmbook_is_bulk() THEN
    INSERT INTO report_change (firm_id, list, columns)
      SELECT firm_id, list, columns
      FROM (SELECT come.firm_id, (array['agents', 'owners', 'insureds'])[come.kind] AS list,
              array_remove(array[
                CASE WHEN bool_or(gone.policy_count <> come.policy_count) THEN 'policy_count' END,
                CASE WHEN bool_or(gone.death_benefit <> come.death_benefit) THEN 'death_benefit' END,
                CASE WHEN bool_or(gone.annualized_premium <> come.annualized_premium) THEN 'annualized_premium' END,
                CASE WHEN bool_or(gone.policy_cash_value <> come.policy_cash_value) THEN 'policy_cash_value' END,
                CASE WHEN bool_or(gone.policy_surrender_value <> come.policy_surrender_value)
                  THEN 'policy_surrender_value' END,
                CASE WHEN bool_or(gone.annuity_count <> come.annuity_count) THEN 'annuity_count' END,
                CASE WHEN bool_or(gone.contract_value <> come.contract_value) THEN 'contract_value' END,
                CASE WHEN bool_or(gone.premiums_paid <> come.premiums_paid) THEN 'premiums_paid' END,
                CASE WHEN bool_or(gone.annuity_cash_value <> come.annuity_cash_value) THEN 'annuity_cash_value' END,
                CASE WHEN bool_or(gone.annuity_surrender_value <> come.annuity_surrender_value)
                  THEN 'annuity_surrender_value' END
              ], NULL) AS columns
            FROM gone JOIN come ON come.firm_id = gone.firm_id AND come.uuid = gone.uuid
            GROUP BY 1, 2) AS changed
      WHERE columns <> '{}';
  END IF;
  RETURN NULL;
END
$$;
-- New contacts have no contracts yet. The arguments only document the columns.
CREATE TRIGGER noted_update AFTER UPDATE ON contact_total REFERENCING OLD TABLE AS gone NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_contact_total_noted('policy_count', 'death_benefit',
    'annualized_premium', 'policy_cash_value', 'policy_surrender_value', 'annuity_count', 'contract_value',
    'premiums_paid', 'annuity_cash_value', 'annuity_surrender_value');

-- Loads write the totals of their contacts themselves.
CREATE OR REPLACE FUNCTION firmbook_is_bulk() RETURNS boolean
  LANGUAGE sql STABLE RETURN coalesce(current_setting('firmbook.bulk', true), '') IN ('on', 'load');

CREATE FUNCTION firmbook_contact_total_new() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('firmbook.bulk', true), '') <> 'load' THEN
    INSERT INTO contact_total (firm_id, uuid, kind, deleted_at) SELECT firm_id, uuid, kind, deleted_at FROM come;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER total_new AFTER INSERT ON contact REFERENCING NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_contact_total_new();

CREATE FUNCTION firmbook_contact_total_deleted() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE contact_total SET deleted_at = NEW.deleted_at WHERE firm_id = NEW.firm_id AND uuid = NEW.uuid;
  RETURN NULL;
END
$$;
CREATE TRIGGER total_deleted AFTER UPDATE OF deleted_at ON contact FOR EACH ROW
  WHEN (OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION firmbook_contact_total_deleted();

-- Watches the columns of contacts except the totals.
SELECT firmbook_watch_columns('contact', arguments[1], array(
    SELECT name FROM unnest(arguments[2:]) AS name
    WHERE name <> ALL(array['policy_count', 'death_benefit', 'annualized_premium', 'policy_cash_value',
      'policy_surrender_value', 'annuity_count', 'contract_value', 'premiums_paid', 'annuity_cash_value',
      'annuity_surrender_value'])))
  FROM (SELECT (string_to_array(encode(tgargs, 'escape'), '\000')) [:tgnargs] AS arguments
        FROM pg_trigger WHERE tgrelid = 'contact'::regclass AND tgname = 'noted_update') AS present;

-- Recomputes the ten totals of contacts. Each contract counts once per contact. The row locks serialize concurrent
-- changes, as in firmbook_refresh_contracts.
CREATE OR REPLACE FUNCTION firmbook_refresh_contacts(firm integer, contacts uuid[]) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contact_total WHERE firm_id = firm AND uuid = ANY(contacts) ORDER BY uuid FOR NO KEY UPDATE;
  UPDATE contact_total SET
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
  WHERE contact_total.firm_id = firm AND contact_total.uuid = fresh.uuid
    AND (policy_count, death_benefit, annualized_premium, policy_cash_value, policy_surrender_value, annuity_count,
      contract_value, premiums_paid, annuity_cash_value, annuity_surrender_value)
    IS DISTINCT FROM (policies, death, premium, cash, surrender, annuities, value, paid, annuity_cash,
      annuity_surrender);
END
$$;

-- Adds differences to the totals of contacts. The arrays have one element per contract and contact, and a contact may
-- occur several times. `first` and `second` are death benefit and annualized premium of policies, or contract value
-- and premiums paid of annuities. Rows are locked in the order of their contact, so that two calls cannot deadlock.
CREATE OR REPLACE FUNCTION firmbook_add_to_contacts(
  firm integer, of_line smallint, contacts uuid[], n integer[], first numeric[], second numeric[], cash numeric[],
  surrender numeric[]
) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contact_total WHERE firm_id = firm AND uuid = ANY(contacts) ORDER BY uuid FOR NO KEY UPDATE;
  IF of_line = 1 THEN
    UPDATE contact_total SET
      policy_count = policy_count + more.n, death_benefit = death_benefit + more.first,
      annualized_premium = annualized_premium + more.second, policy_cash_value = policy_cash_value + more.cash,
      policy_surrender_value = policy_surrender_value + more.surrender
    FROM (SELECT given.uuid, sum(given.n) AS n, sum(given.first) AS first, sum(given.second) AS second,
            sum(given.cash) AS cash, sum(given.surrender) AS surrender
          FROM unnest(contacts, n, first, second, cash, surrender) AS given (uuid, n, first, second, cash, surrender)
          GROUP BY given.uuid) more
    WHERE contact_total.firm_id = firm AND contact_total.uuid = more.uuid;
  ELSE
    UPDATE contact_total SET
      annuity_count = annuity_count + more.n, contract_value = contract_value + more.first,
      premiums_paid = premiums_paid + more.second, annuity_cash_value = annuity_cash_value + more.cash,
      annuity_surrender_value = annuity_surrender_value + more.surrender
    FROM (SELECT given.uuid, sum(given.n) AS n, sum(given.first) AS first, sum(given.second) AS second,
            sum(given.cash) AS cash, sum(given.surrender) AS surrender
          FROM unnest(contacts, n, first, second, cash, surrender) AS given (uuid, n, first, second, cash, surrender)
          GROUP BY given.uuid) more
    WHERE contact_total.firm_id = firm AND contact_total.uuid = more.uuid;
  END IF;
END
$$;

-- Recomputes all maintained values of a firm, after a bulk load or to verify the triggers. Nested loops are off because
-- statistics are missing right after a load and the planner would expect few rows.
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
  )
  INSERT INTO contact_total AS kept
    SELECT firm, c.uuid, c.kind, c.deleted_at, coalesce(p.n, 0), coalesce(p.death, 0), coalesce(p.premium, 0),
      coalesce(p.cash, 0), coalesce(p.surrender, 0), coalesce(a.n, 0), coalesce(a.value, 0), coalesce(a.paid, 0),
      coalesce(a.cash, 0), coalesce(a.surrender, 0)
    FROM contact c
    LEFT JOIN policies p ON p.contact_uuid = c.uuid
    LEFT JOIN annuities a ON a.contact_uuid = c.uuid
    WHERE c.firm_id = firm
  ON CONFLICT (firm_id, uuid) DO UPDATE SET
    deleted_at = excluded.deleted_at, policy_count = excluded.policy_count, death_benefit = excluded.death_benefit,
    annualized_premium = excluded.annualized_premium, policy_cash_value = excluded.policy_cash_value,
    policy_surrender_value = excluded.policy_surrender_value, annuity_count = excluded.annuity_count,
    contract_value = excluded.contract_value, premiums_paid = excluded.premiums_paid,
    annuity_cash_value = excluded.annuity_cash_value, annuity_surrender_value = excluded.annuity_surrender_value
  WHERE kept IS DISTINCT FROM excluded;

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

-- Totals of a contact in the order of the columns.
CREATE FUNCTION firmbook_totals_of(firm integer, contact uuid) RETURNS numeric[]
  LANGUAGE sql STABLE PARALLEL SAFE
  BEGIN ATOMIC
    SELECT array[policy_count, death_benefit, annualized_premium, policy_cash_value, policy_surrender_value,
        annuity_count, contract_value, premiums_paid, annuity_cash_value, annuity_surrender_value]
      FROM contact_total WHERE firm_id = firm AND uuid = contact;
  END;

ALTER TABLE contact
  DROP COLUMN policy_count, DROP COLUMN death_benefit, DROP COLUMN annualized_premium, DROP COLUMN policy_cash_value,
  DROP COLUMN policy_surrender_value, DROP COLUMN annuity_count, DROP COLUMN contract_value,
  DROP COLUMN premiums_paid, DROP COLUMN annuity_cash_value, DROP COLUMN annuity_surrender_value;
