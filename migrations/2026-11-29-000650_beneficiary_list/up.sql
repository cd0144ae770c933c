-- The list of beneficiaries sorts and searches names without case and accents.
ALTER TABLE beneficiary
  ADD COLUMN name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (firmbook_fold(name)) STORED;

-- The list reads its first page in this order.
CREATE INDEX beneficiary_name ON beneficiary (firm_id, name_key, uuid) WHERE deleted_at IS NULL;

CREATE INDEX beneficiary_search ON beneficiary USING gin (firm_id, name_key gin_trgm_ops) WHERE deleted_at IS NULL;

-- Contracts that are not counted with their beneficiaries.
CREATE INDEX policy_deleted ON policy (firm_id, uuid) WHERE deleted_at IS NOT NULL;
CREATE INDEX annuity_deleted ON annuity (firm_id, uuid) WHERE deleted_at IS NOT NULL;
