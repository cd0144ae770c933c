ALTER TABLE trust_person DROP COLUMN name_key, DROP COLUMN search_text;
ALTER TABLE trust_person DROP COLUMN list_name;
ALTER TABLE trust_person
  ADD COLUMN name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (firmbook_fold(name)) STORED,
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
    firmbook_fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(guardian, ''))
  ) STORED;
CREATE INDEX trust_person_name ON trust_person (firm_id, role, name_key, uuid) WHERE deleted_at IS NULL;

ALTER TABLE beneficiary DROP COLUMN name_key;
ALTER TABLE beneficiary DROP COLUMN list_name;
ALTER TABLE beneficiary
  ADD COLUMN name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (firmbook_fold(name)) STORED;
CREATE INDEX beneficiary_name ON beneficiary (firm_id, name_key, uuid) WHERE deleted_at IS NULL;
CREATE INDEX beneficiary_search ON beneficiary USING gin (firm_id, name_key gin_trgm_ops) WHERE deleted_at IS NULL;
