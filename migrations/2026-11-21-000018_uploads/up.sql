-- Bulk upload: files of contacts, their rows once they are checked, what an import did, and the way back.

-- Nothing has written the table so far.
ALTER TABLE upload
  DROP COLUMN header_fingerprint,
  DROP COLUMN mapping,
  ADD COLUMN storage_key text NOT NULL,
  -- shared::upload::reading::Reading and shared::upload::mapping::Mapping
  ADD COLUMN reading jsonb NOT NULL,
  ADD COLUMN mapping jsonb NOT NULL,
  -- Hash of what the rows of upload_row were made with: others are made when it differs, or when they are gone.
  ADD COLUMN staged_key bytea,
  -- What was found while they were made: groups of faults, questions.
  ADD COLUMN findings jsonb,
  ADD COLUMN error jsonb,
  ADD COLUMN submitted_by text,
  -- By a member of the staff, who has no role in the firm.
  ADD COLUMN is_staffs boolean NOT NULL DEFAULT false,
  ADD COLUMN request jsonb,
  -- Whom the import added to the cohort.
  ADD COLUMN joined uuid[] NOT NULL DEFAULT '{}',
  ADD COLUMN conflict_count bigint,
  ADD CHECK (state IN ('Mapping', 'Preview', 'CountsChanged', 'Submitted', 'Done', 'Failed', 'Undoing', 'Undone'));
CREATE INDEX upload_list ON upload (firm_id, created_at DESC);
CREATE INDEX upload_waiting ON upload (firm_id, storage_guid) WHERE state IN ('Submitted', 'Undoing');

-- Rows of a file as they would be stored. A crash of the database empties the table: they are made again from the file.
CREATE UNLOGGED TABLE upload_row (
  firm_id integer NOT NULL,
  storage_guid uuid NOT NULL,
  -- As a spreadsheet counts.
  row_number integer NOT NULL,
  -- What a new contact will be called, however often the import is begun.
  contact_uuid uuid NOT NULL,
  -- An error, whatever else it is.
  is_refused boolean NOT NULL,
  -- A repair leaves it out.
  is_skipped boolean NOT NULL,
  has_warning boolean NOT NULL,
  -- shared::upload::check::RowFault; null for none
  faults jsonb,
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
  tax_id_kind text,
  tax_id_cipher bytea,
  tax_id_key_id smallint,
  tax_id_hash bytea,
  tax_id_last4 text,
  npn text,
  agency_code text,
  external_id text,
  notes text,
  -- By the name of the field.
  custom_fields jsonb NOT NULL,
  PRIMARY KEY (firm_id, storage_guid, row_number)
);

-- What becomes of each row, as the firm's book stood when that was asked.
CREATE UNLOGGED TABLE upload_match (
  firm_id integer NOT NULL,
  storage_guid uuid NOT NULL,
  row_number integer NOT NULL,
  -- shared::upload::preview::RowOutcome
  outcome text NOT NULL,
  -- Whom the row is about, where the firm has them.
  contact_uuid uuid,
  -- Code of what only the book knows to be wrong.
  reason text,
  PRIMARY KEY (firm_id, storage_guid, row_number)
);

-- What an import did to a contact, so that it can be taken back.
CREATE TABLE upload_effect (
  firm_id integer NOT NULL,
  storage_guid uuid NOT NULL,
  contact_uuid uuid NOT NULL,
  is_new boolean NOT NULL,
  -- The fields of a contact that was changed; a field that is not in it was empty.
  before jsonb,
  after jsonb,
  -- Why something stayed when the import was taken back: the fields, or a code.
  kept_fields text[],
  kept_reason text,
  PRIMARY KEY (firm_id, storage_guid, contact_uuid)
);
CREATE INDEX upload_effect_kept ON upload_effect (firm_id, storage_guid) WHERE kept_fields IS NOT NULL OR kept_reason IS NOT NULL;

-- How far an import is: written beside the transaction that does it.
CREATE UNLOGGED TABLE upload_progress (
  firm_id integer NOT NULL,
  storage_guid uuid NOT NULL,
  done bigint NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (firm_id, storage_guid)
);

-- What was chosen for a header, for the next file that has the same.
CREATE TABLE upload_mapping (
  firm_id integer NOT NULL REFERENCES firm,
  upload_type smallint NOT NULL CHECK (upload_type IN (1, 2, 3)),
  -- shared::upload::mapping::fingerprint
  fingerprint text NOT NULL,
  mapping jsonb NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (firm_id, upload_type, fingerprint)
);

-- Fields of a firm's own, by name.
CREATE TABLE custom_field (
  firm_id integer NOT NULL REFERENCES firm,
  contact_kind smallint NOT NULL CHECK (contact_kind IN (1, 2, 3)),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  PRIMARY KEY (firm_id, contact_kind, name)
);
ALTER TABLE contact ADD COLUMN custom_fields jsonb NOT NULL DEFAULT '{}';

-- How far a piece of work is, for the user who waits for it.
ALTER TABLE hub_outbox ADD COLUMN job jsonb;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array['upload_row', 'upload_match', 'upload_effect', 'upload_progress', 'upload_mapping', 'custom_field'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO firmbook_app', name);
  END LOOP;
END
$$;
-- Which firms have an import waiting; the work itself is done firm by firm.
CREATE POLICY worker ON upload FOR SELECT USING ((SELECT current_setting('firmbook.uploads', true)) = 'on');
