-- Agents, owners and insureds share one table with a kind. A contract is a life policy or an annuity. A party links a
-- contact to a contract in a role.

CREATE TABLE contact (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  -- 1 agent, 2 owner, 3 insured
  kind smallint NOT NULL CHECK (kind IN (1, 2, 3)),
  version integer NOT NULL DEFAULT 1,
  -- For example `Whitfield, Dana`. The application formats it with shared::contact::name.
  display_name text NOT NULL,
  title text,
  first_name text,
  middle_name text,
  last_name text,
  suffix text,
  organization_name text,
  owner_type smallint,
  trust_date date,
  email text,
  phone text,
  mobile_phone text,
  address_line1 text,
  address_line2 text,
  city text,
  state text,
  postal_code text,
  country text,
  dob date,
  sex text,
  -- SSN, ITIN or EIN: ciphertext with key ID, keyed hash for equality lookups, last four digits for masked display.
  tax_id_kind text CHECK (tax_id_kind IN ('Ssn', 'Itin', 'Ein')),
  tax_id_cipher bytea,
  tax_id_key_id smallint,
  tax_id_hash bytea,
  tax_id_last4 text,
  npn text,
  npn_key text GENERATED ALWAYS AS (ltrim(npn, '0')) STORED,
  agency_code text,
  external_id text,
  notes text,
  agent_integration_enabled boolean NOT NULL DEFAULT false,
  next_cohort_send date,
  best_interest_status text,
  last_review date,
  medical_request_state text,

  -- Totals over the contact's contracts, each counted once. Only triggers write them.
  policy_count bigint NOT NULL DEFAULT 0,
  death_benefit numeric(18,2) NOT NULL DEFAULT 0,
  annualized_premium numeric(18,2) NOT NULL DEFAULT 0,
  policy_cash_value numeric(18,2) NOT NULL DEFAULT 0,
  policy_surrender_value numeric(18,2) NOT NULL DEFAULT 0,
  annuity_count bigint NOT NULL DEFAULT 0,
  contract_value numeric(18,2) NOT NULL DEFAULT 0,
  premiums_paid numeric(18,2) NOT NULL DEFAULT 0,
  annuity_cash_value numeric(18,2) NOT NULL DEFAULT 0,
  annuity_surrender_value numeric(18,2) NOT NULL DEFAULT 0,

  source text NOT NULL DEFAULT 'Manual' CHECK (source IN ('Manual', 'Import', 'Feed', 'Merge')),
  source_file text,
  source_row integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  deleted_at timestamptz,

  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (firmbook_fold(display_name)) STORED,
  -- Text matched by the search box. It contains the same fields as shared::contact::search_text.
  search_text text NOT NULL GENERATED ALWAYS AS (
    firmbook_fold(display_name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' '
      || coalesce(mobile_phone, '') || ' ' || coalesce(npn, '') || ' ' || coalesce(agency_code, '') || ' '
      || coalesce(external_id, '') || ' ' || coalesce(city, ''))
  ) STORED,

  PRIMARY KEY (firm_id, uuid),
  CHECK (num_nulls(tax_id_kind, tax_id_cipher, tax_id_key_id, tax_id_hash, tax_id_last4) IN (0, 5))
);

-- Each sort order that must be fast at any size has an index: the name and every maintained total.
CREATE INDEX contact_name ON contact (firm_id, kind, name_key, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contact_policy_count ON contact (firm_id, kind, policy_count, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contact_death_benefit ON contact (firm_id, kind, death_benefit, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contact_annualized_premium ON contact (firm_id, kind, annualized_premium, uuid)
  WHERE deleted_at IS NULL;
CREATE INDEX contact_policy_cash_value ON contact (firm_id, kind, policy_cash_value, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contact_policy_surrender_value ON contact (firm_id, kind, policy_surrender_value, uuid)
  WHERE deleted_at IS NULL;
CREATE INDEX contact_annuity_count ON contact (firm_id, kind, annuity_count, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contact_contract_value ON contact (firm_id, kind, contract_value, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contact_premiums_paid ON contact (firm_id, kind, premiums_paid, uuid) WHERE deleted_at IS NULL;
CREATE INDEX contact_annuity_cash_value ON contact (firm_id, kind, annuity_cash_value, uuid)
  WHERE deleted_at IS NULL;
CREATE INDEX contact_annuity_surrender_value ON contact (firm_id, kind, annuity_surrender_value, uuid)
  WHERE deleted_at IS NULL;
CREATE INDEX contact_search ON contact USING gin (firm_id, kind, search_text gin_trgm_ops)
  WITH (fastupdate = off) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX contact_npn ON contact (firm_id, npn_key)
  WHERE kind = 1 AND deleted_at IS NULL AND npn_key IS NOT NULL;
CREATE INDEX contact_tax_id ON contact (firm_id, tax_id_hash) WHERE tax_id_hash IS NOT NULL;

CREATE TABLE policy (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  policy_number text NOT NULL,
  number_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (translate(upper(policy_number COLLATE "C"), ' -', '')) STORED,
  carrier_uuid uuid NOT NULL REFERENCES carrier,
  -- Copied from the carrier, so that lists sort and search without a join.
  carrier_name text NOT NULL,
  product_type text NOT NULL,
  product_name text,
  status text NOT NULL,
  status_date date,
  issue_date date,
  issue_state text,
  issue_age smallint,
  risk_class text,
  is_tobacco boolean,
  death_benefit numeric(18,2) NOT NULL DEFAULT 0,
  face_amount numeric(18,2),
  death_benefit_option text,
  premium_mode text,
  modal_premium numeric(18,2),
  annualized_premium numeric(18,2) NOT NULL DEFAULT 0,
  paid_to_date date,
  next_premium_date date,
  last_premium_date date,
  last_premium_amount numeric(18,2),
  payment_method text,
  cash_value numeric(18,2) NOT NULL DEFAULT 0,
  surrender_value numeric(18,2) NOT NULL DEFAULT 0,
  loan_balance numeric(18,2),
  loan_rate numeric(7,4),
  dividend_option text,
  grace_period_end_date date,
  maturity_date date,
  level_period_end_date date,
  conversion_expiry_date date,
  projected_lapse_date date,
  lapse_age smallint,
  crediting_rate numeric(7,4),
  riders jsonb NOT NULL DEFAULT '[]',
  guidelines jsonb,
  policy_guard boolean NOT NULL DEFAULT false,
  next_request_date date,
  values_as_of date,
  source text NOT NULL DEFAULT 'Manual' CHECK (source IN ('Manual', 'Import', 'Feed', 'Merge')),
  source_file text,
  source_row integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  deleted_at timestamptz,

  -- Triggers maintain these columns from the parties. party_kinds is a bit mask: 1 agent, 2 owner, 4 insured. The names
  -- are those of the first party of each kind.
  party_kinds smallint NOT NULL DEFAULT 0,
  insured_name text,
  owner_name text,
  agent_name text,
  search_text text NOT NULL GENERATED ALWAYS AS (
    firmbook_fold(policy_number || ' ' || translate(policy_number, ' -', '') || ' ' || carrier_name || ' '
      || coalesce(insured_name, '') || ' ' || coalesce(owner_name, '') || ' ' || coalesce(agent_name, ''))
  ) STORED,

  PRIMARY KEY (firm_id, uuid)
);
CREATE UNIQUE INDEX policy_number ON policy (firm_id, carrier_uuid, number_key) WHERE deleted_at IS NULL;
CREATE INDEX policy_by_number ON policy (firm_id, number_key, uuid) WHERE deleted_at IS NULL;
CREATE INDEX policy_death_benefit ON policy (firm_id, death_benefit, uuid) WHERE deleted_at IS NULL;
CREATE INDEX policy_status ON policy (firm_id, status) WHERE deleted_at IS NULL;
CREATE INDEX policy_search ON policy USING gin (firm_id, search_text gin_trgm_ops)
  WITH (fastupdate = off) WHERE deleted_at IS NULL;

CREATE TABLE annuity (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  contract_number text NOT NULL,
  number_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (translate(upper(contract_number COLLATE "C"), ' -', '')) STORED,
  carrier_uuid uuid NOT NULL REFERENCES carrier,
  carrier_name text NOT NULL,
  product_type text NOT NULL,
  product_name text,
  status text NOT NULL,
  status_date date,
  issue_date date,
  issue_state text,
  tax_type text,
  contract_value numeric(18,2) NOT NULL DEFAULT 0,
  account_value_date date,
  cash_value numeric(18,2) NOT NULL DEFAULT 0,
  surrender_value numeric(18,2) NOT NULL DEFAULT 0,
  death_benefit numeric(18,2),
  cost_basis numeric(18,2),
  premiums_paid numeric(18,2) NOT NULL DEFAULT 0,
  surrender_period_years smallint,
  -- Charge in percent by contract year, starting with the first.
  surrender_schedule numeric(7,4)[],
  surrender_period_end_date date,
  free_withdrawal_percent numeric(7,4),
  has_market_value_adjustment boolean NOT NULL DEFAULT false,
  guaranteed_rate numeric(7,4),
  guaranteed_rate_end_date date,
  credited_rate numeric(7,4),
  index_strategies jsonb NOT NULL DEFAULT '[]',
  riders jsonb NOT NULL DEFAULT '[]',
  rmd_required boolean NOT NULL DEFAULT false,
  rmd_amount numeric(18,2),
  rmd_taken numeric(18,2),
  rmd_due_date date,
  annuitization_date date,
  max_annuity_age smallint,
  agent_integration_enabled boolean NOT NULL DEFAULT false,
  policy_guard boolean NOT NULL DEFAULT false,
  values_as_of date,
  source text NOT NULL DEFAULT 'Manual' CHECK (source IN ('Manual', 'Import', 'Feed', 'Merge')),
  source_file text,
  source_row integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  deleted_at timestamptz,

  party_kinds smallint NOT NULL DEFAULT 0,
  annuitant_name text,
  owner_name text,
  agent_name text,
  search_text text NOT NULL GENERATED ALWAYS AS (
    firmbook_fold(contract_number || ' ' || translate(contract_number, ' -', '') || ' ' || carrier_name || ' '
      || coalesce(annuitant_name, '') || ' ' || coalesce(owner_name, '') || ' ' || coalesce(agent_name, ''))
  ) STORED,

  PRIMARY KEY (firm_id, uuid)
);
CREATE UNIQUE INDEX annuity_number ON annuity (firm_id, carrier_uuid, number_key) WHERE deleted_at IS NULL;
CREATE INDEX annuity_by_number ON annuity (firm_id, number_key, uuid) WHERE deleted_at IS NULL;
CREATE INDEX annuity_contract_value ON annuity (firm_id, contract_value, uuid) WHERE deleted_at IS NULL;
CREATE INDEX annuity_status ON annuity (firm_id, status) WHERE deleted_at IS NULL;
CREATE INDEX annuity_search ON annuity USING gin (firm_id, search_text gin_trgm_ops)
  WITH (fastupdate = off) WHERE deleted_at IS NULL;

CREATE TABLE contract_party (
  firm_id integer NOT NULL,
  contract_uuid uuid NOT NULL,
  contact_uuid uuid NOT NULL,
  -- 1 life policy, 2 annuity
  line smallint NOT NULL CHECK (line IN (1, 2)),
  -- Kind of the contact: 1 agent, 2 owner, 3 insured
  kind smallint NOT NULL CHECK (kind IN (1, 2, 3)),
  -- Code of shared::contract::PartyRole
  role text NOT NULL,
  -- agentTypeId, ownerTypeId or the insured's typeId. 0 for roles without types.
  type_id smallint NOT NULL DEFAULT 0,
  share_percent numeric(7,4) CHECK (share_percent BETWEEN 0 AND 100),
  -- Source of the link, so that undoing a merge restores exactly the links that it moved.
  origin text NOT NULL DEFAULT 'Manual' CHECK (origin IN ('Manual', 'Import', 'Feed', 'Merge')),
  origin_uuid uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  deleted_at timestamptz,
  policy_uuid uuid GENERATED ALWAYS AS (CASE WHEN line = 1 THEN contract_uuid END) STORED,
  annuity_uuid uuid GENERATED ALWAYS AS (CASE WHEN line = 2 THEN contract_uuid END) STORED,
  PRIMARY KEY (firm_id, contract_uuid, contact_uuid, role, type_id),
  FOREIGN KEY (firm_id, contact_uuid) REFERENCES contact,
  FOREIGN KEY (firm_id, policy_uuid) REFERENCES policy,
  FOREIGN KEY (firm_id, annuity_uuid) REFERENCES annuity
);
CREATE INDEX contract_party_contact ON contract_party (firm_id, contact_uuid, line, contract_uuid)
  WHERE deleted_at IS NULL;

-- Values by date. Rows are never overwritten, so that reviews can compare years.
CREATE TABLE value_snapshot (
  firm_id integer NOT NULL,
  contract_uuid uuid NOT NULL,
  line smallint NOT NULL CHECK (line IN (1, 2)),
  as_of date NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  source text NOT NULL CHECK (source IN ('Manual', 'Import', 'Feed', 'Merge')),
  recorded_by text,
  death_benefit numeric(18,2),
  annualized_premium numeric(18,2),
  cash_value numeric(18,2),
  surrender_value numeric(18,2),
  loan_balance numeric(18,2),
  contract_value numeric(18,2),
  premiums_paid numeric(18,2),
  crediting_rate numeric(7,4),
  lapse_age smallint,
  PRIMARY KEY (firm_id, contract_uuid, as_of, recorded_at)
);
