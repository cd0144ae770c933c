-- Details of a trust, which is an owner contact of the type Trust. Trusts without details have no row.
CREATE TABLE trust (
  firm_id integer NOT NULL,
  contact_uuid uuid NOT NULL,
  -- Kind of the contact. Combines the details of trusts that are merged.
  kind smallint NOT NULL DEFAULT 2 CHECK (kind = 2),
  version integer NOT NULL DEFAULT 1,
  trust_type text CHECK (trust_type IN ('Ilit', 'OtherIrrevocable', 'Revocable', 'SpecialNeeds', 'Charitable')),
  governing_state text,
  notes text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  PRIMARY KEY (firm_id, contact_uuid),
  FOREIGN KEY (firm_id, contact_uuid) REFERENCES contact ON DELETE CASCADE
);

CREATE TABLE trust_person (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  trust_uuid uuid NOT NULL,
  role text NOT NULL CHECK (role IN ('Grantor', 'Trustee', 'Beneficiary')),
  is_successor boolean NOT NULL DEFAULT false,
  name text NOT NULL,
  birth_date date,
  email text,
  phone text,
  state text,
  share_percent numeric(7,4) CHECK (share_percent > 0 AND share_percent <= 100),
  guardian text,
  has_withdrawal_right boolean NOT NULL DEFAULT false,
  -- The same person as a contact.
  contact_uuid uuid,
  request_hash bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  deleted_at timestamptz,
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (firmbook_fold(name)) STORED,
  -- Text matched by the search box, besides that of the trust.
  search_text text NOT NULL GENERATED ALWAYS AS (
    firmbook_fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(guardian, ''))
  ) STORED,
  PRIMARY KEY (firm_id, uuid),
  FOREIGN KEY (firm_id, trust_uuid) REFERENCES contact ON DELETE CASCADE,
  FOREIGN KEY (firm_id, contact_uuid) REFERENCES contact ON DELETE SET NULL (contact_uuid),
  CHECK (role = 'Trustee' OR NOT is_successor),
  CHECK (role = 'Beneficiary' OR share_percent IS NULL AND guardian IS NULL AND NOT has_withdrawal_right)
);
CREATE INDEX trust_person_of_trust ON trust_person (firm_id, trust_uuid, role);
CREATE INDEX trust_person_of_contact ON trust_person (firm_id, contact_uuid) WHERE contact_uuid IS NOT NULL;

-- First pages of the lists.
CREATE INDEX trust_person_name ON trust_person (firm_id, role, name_key, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contact_trust_name ON contact (firm_id, name_key, uuid)
  WHERE kind = 2 AND owner_type = 2 AND deleted_at IS NULL;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array['trust', 'trust_person'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO firmbook_app', name);
  END LOOP;
END
$$;
