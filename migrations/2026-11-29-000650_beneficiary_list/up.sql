-- The list of beneficiaries sorts and searches names without case and accents.
ALTER TABLE beneficiary
  ADD COLUMN name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (firmbook_fold(name)) STORED;

-- The list reads its first page in this order.
CREATE INDEX beneficiary_name ON beneficiary (firm_id, name_key, uuid) WHERE deleted_at IS NULL;
