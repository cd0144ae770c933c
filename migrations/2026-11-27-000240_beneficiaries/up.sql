-- Who receives the benefit of a contract. Beneficiaries are part of the contract, and no parties to it: a contact that is
-- one has no part in the contract until the insured dies, so the contract is not among the contact's own.
CREATE TABLE beneficiary (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  contract_uuid uuid NOT NULL,
  line smallint NOT NULL CHECK (line IN (1, 2)),
  class text NOT NULL CHECK (class IN ('Primary', 'Contingent')),
  name text NOT NULL,
  relationship text,
  birth_date date,
  share_percent numeric(7,4) CHECK (share_percent > 0 AND share_percent <= 100),
  is_irrevocable boolean NOT NULL DEFAULT false,
  is_per_stirpes boolean NOT NULL DEFAULT false,
  -- The same person or organization as a contact.
  contact_uuid uuid,
  request_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  deleted_at timestamptz,
  -- Equal for entries of the same person or organization: the contact, or else name and birth date.
  person_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    coalesce(contact_uuid::text, firmbook_fold(name) || coalesce('|' || (birth_date - date '2000-01-01')::text, ''))
  ) STORED,
  PRIMARY KEY (firm_id, uuid),
  FOREIGN KEY (firm_id, contact_uuid) REFERENCES contact ON DELETE SET NULL (contact_uuid)
);
CREATE INDEX beneficiary_of_contract ON beneficiary (firm_id, contract_uuid) WHERE deleted_at IS NULL;
CREATE INDEX beneficiary_of_contact ON beneficiary (firm_id, contact_uuid) WHERE contact_uuid IS NOT NULL;
CREATE INDEX beneficiary_of_person ON beneficiary (firm_id, person_key) WHERE deleted_at IS NULL;

ALTER TABLE beneficiary ENABLE ROW LEVEL SECURITY;
ALTER TABLE beneficiary FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON beneficiary USING (firm_id = (SELECT firmbook_firm()));
GRANT SELECT, INSERT, UPDATE, DELETE ON beneficiary TO firmbook_app;
ALTER TABLE beneficiary SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);

-- Beneficiaries were parties before.
DO $$
DECLARE
  of_firm integer;
BEGIN
  FOR of_firm IN SELECT firm_id FROM firm LOOP
    PERFORM set_config('firmbook.firm', of_firm::text, true);
    INSERT INTO beneficiary (firm_id, uuid, contract_uuid, line, class, name, share_percent, contact_uuid,
        created_at, created_by, deleted_at)
      SELECT of_firm, gen_random_uuid(), party.contract_uuid, party.line,
        CASE party.role WHEN 'PrimaryBeneficiary' THEN 'Primary' ELSE 'Contingent' END, contact.display_name,
        nullif(party.share_percent, 0), contact.uuid, party.created_at, party.created_by, party.deleted_at
      FROM contract_party party JOIN contact ON contact.firm_id = of_firm AND contact.uuid = party.contact_uuid
      WHERE party.firm_id = of_firm AND party.role IN ('PrimaryBeneficiary', 'ContingentBeneficiary');
    DELETE FROM contract_party
      WHERE firm_id = of_firm AND role IN ('PrimaryBeneficiary', 'ContingentBeneficiary');
  END LOOP;
  PERFORM set_config('firmbook.firm', '', true);
END $$;

ALTER TABLE contract_party ADD CHECK (role NOT IN ('PrimaryBeneficiary', 'ContingentBeneficiary'));
