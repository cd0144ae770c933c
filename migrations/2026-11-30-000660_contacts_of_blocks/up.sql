-- Users with a block of agents see the contacts on the contracts of these agents, and those that they added themselves.
-- These indexes answer who they are without reading the tables.
DROP INDEX contract_party_contact;
CREATE INDEX contract_party_contact ON contract_party (firm_id, contact_uuid, line, contract_uuid)
  INCLUDE (deleted_at, kind);
ALTER TABLE contract_party
  DROP CONSTRAINT contract_party_pkey,
  ADD CONSTRAINT contract_party_pkey PRIMARY KEY (firm_id, contract_uuid, contact_uuid, role, type_id)
    INCLUDE (deleted_at, kind, line);
CREATE INDEX contact_maker ON contact (firm_id, created_by, kind, uuid) WHERE created_by IS NOT NULL;

-- LIMIT keeps the planner from comparing the contact's contracts with those of all agents. An agent of the block sees all of
-- their own contracts.
CREATE OR REPLACE FUNCTION firmbook_contact_totals(firm integer, of_contact uuid, agents uuid[])
  RETURNS TABLE (
    policy_count bigint, death_benefit numeric, annualized_premium numeric,
    policy_cash_value numeric, policy_surrender_value numeric, annuity_count bigint, contract_value numeric,
    premiums_paid numeric, annuity_cash_value numeric, annuity_surrender_value numeric)
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT count(policy.uuid), coalesce(sum(policy.death_benefit), 0.00),
    coalesce(sum(policy.annualized_premium), 0.00), coalesce(sum(policy.cash_value), 0.00),
    coalesce(sum(policy.surrender_value), 0.00),
    count(annuity.uuid), coalesce(sum(annuity.contract_value), 0.00), coalesce(sum(annuity.premiums_paid), 0.00),
    coalesce(sum(annuity.cash_value), 0.00), coalesce(sum(annuity.surrender_value), 0.00)
  FROM (
    SELECT DISTINCT party.line, party.contract_uuid FROM contract_party party
    WHERE party.firm_id = firm AND party.contact_uuid = of_contact AND party.deleted_at IS NULL
      AND (party.kind = 1 AND of_contact = ANY(agents) OR (
        SELECT true FROM contract_party agent
        WHERE agent.firm_id = firm AND agent.contract_uuid = party.contract_uuid AND agent.kind = 1
          AND agent.contact_uuid = ANY(agents) AND agent.deleted_at IS NULL
        LIMIT 1))
  ) seen
  LEFT JOIN policy ON policy.firm_id = firm AND policy.uuid = seen.contract_uuid AND seen.line = 1
    AND policy.deleted_at IS NULL
  LEFT JOIN annuity ON annuity.firm_id = firm AND annuity.uuid = seen.contract_uuid AND seen.line = 2
    AND annuity.deleted_at IS NULL
  $$;

-- The totals are joined to the contacts of a block, whose number the planner underestimates. A strict function is not
-- inlined, so the planner uses this estimate and does not compare every row of one with every row of the other.
ALTER FUNCTION firmbook_block_totals(integer, uuid[]) STRICT ROWS 50000;
