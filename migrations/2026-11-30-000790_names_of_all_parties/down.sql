CREATE OR REPLACE FUNCTION firmbook_refresh_contracts(firm integer, contracts uuid[]) RETURNS void
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
