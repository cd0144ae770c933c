-- Contracts list all agents, owners and insureds, separated by semicolons, so that filters and searches find a contract
-- by each of its people. Before, only the first person of each kind was listed.
CREATE OR REPLACE FUNCTION firmbook_refresh_contracts(firm integer, contracts uuid[]) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM policy WHERE firm_id = firm AND uuid = ANY(contracts) ORDER BY uuid FOR NO KEY UPDATE;
  PERFORM FROM annuity WHERE firm_id = firm AND uuid = ANY(contracts) ORDER BY uuid FOR NO KEY UPDATE;
  WITH parties AS (
    SELECT wanted.uuid,
      coalesce(bit_or((1 << (p.kind - 1))::smallint), 0)::smallint AS kinds,
      string_agg(c.display_name, '; ' ORDER BY p.type_id, c.name_key) FILTER (WHERE p.kind = 1) AS agents,
      string_agg(c.display_name, '; ' ORDER BY p.type_id, c.name_key) FILTER (WHERE p.kind = 2) AS owners,
      string_agg(c.display_name, '; ' ORDER BY p.type_id, c.name_key) FILTER (WHERE p.kind = 3) AS insureds
    FROM unnest(contracts) AS wanted (uuid)
    -- A person can have several types on a contract, such as writing agent and co-agent.
    LEFT JOIN LATERAL (
      SELECT kind, contact_uuid, min(type_id) AS type_id FROM contract_party
      WHERE firm_id = firm AND contract_uuid = wanted.uuid AND deleted_at IS NULL GROUP BY kind, contact_uuid
    ) p ON true
    LEFT JOIN contact c ON c.firm_id = firm AND c.uuid = p.contact_uuid
    GROUP BY wanted.uuid
  ), policies AS (
    UPDATE policy SET party_kinds = kinds, agent_name = agents, owner_name = owners, insured_name = insureds
    FROM parties
    WHERE policy.firm_id = firm AND policy.uuid = parties.uuid
      AND (party_kinds, agent_name, owner_name, insured_name) IS DISTINCT FROM (kinds, agents, owners, insureds)
  )
  UPDATE annuity SET party_kinds = kinds, agent_name = agents, owner_name = owners, annuitant_name = insureds
  FROM parties
  WHERE annuity.firm_id = firm AND annuity.uuid = parties.uuid
    AND (party_kinds, agent_name, owner_name, annuitant_name) IS DISTINCT FROM (kinds, agents, owners, insureds);
END
$$;

DO $$
DECLARE
  of_firm integer;
BEGIN
  PERFORM set_config('firmbook.bulk', 'on', true);
  FOR of_firm IN SELECT firm_id FROM firm LOOP
    PERFORM set_config('firmbook.firm', of_firm::text, true);
    PERFORM firmbook_refresh_contracts(of_firm, array(
      SELECT DISTINCT contract_uuid FROM contract_party WHERE firm_id = of_firm AND deleted_at IS NULL
      GROUP BY contract_uuid, kind HAVING count(DISTINCT contact_uuid) > 1));
  END LOOP;
  PERFORM set_config('firmbook.firm', '', true), set_config('firmbook.bulk', '', true);
END $$;
