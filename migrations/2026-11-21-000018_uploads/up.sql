-- Bulk upload of contacts: files, staged rows, effects of an import, and undo.

-- The table is empty, so that NOT NULL columns need no default.
ALTER TABLE upload
  DROP COLUMN header_fingerprint,
  DROP COLUMN mapping,
  ADD COLUMN storage_key text NOT NULL,
  -- shared::upload::reading::Reading and shared::upload::mapping::Mapping
  ADD COLUMN reading jsonb NOT NULL,
  ADD COLUMN mapping jsonb NOT NULL,
  -- Hash of the inputs of the rows in upload_row. The rows are rebuilt if the hash differs or the rows are missing.
  ADD COLUMN staged_key bytea,
  -- Findings from building the rows: fault groups and questions.
  ADD COLUMN findings jsonb,
  ADD COLUMN error jsonb,
  ADD COLUMN submitted_by text,
  -- The submitter is a staff member, who has no role in the firm.
  ADD COLUMN is_staffs boolean NOT NULL DEFAULT false,
  ADD COLUMN request jsonb,
  -- Contacts that the import added to the cohort.
  ADD COLUMN joined uuid[] NOT NULL DEFAULT '{}',
  ADD COLUMN conflict_count bigint,
  ADD CHECK (state IN ('Mapping', 'Preview', 'CountsChanged', 'Submitted', 'Done', 'Failed', 'Undoing', 'Undone'));
CREATE INDEX upload_list ON upload (firm_id, created_at DESC);
CREATE INDEX upload_waiting ON upload (firm_id, storage_guid) WHERE state IN ('Submitted', 'Undoing');

-- Rows of a file as they would be stored. A database crash empties the unlogged table. The rows are then rebuilt from
-- the file.
CREATE UNLOGGED TABLE upload_row (
  firm_id integer NOT NULL,
  storage_guid uuid NOT NULL,
  -- As numbered in a spreadsheet.
  row_number integer NOT NULL,
  -- Uuid of the contact that the row may add. It is the same for every attempt of the import.
  contact_uuid uuid NOT NULL,
  -- The row has an error and cannot be imported.
  is_refused boolean NOT NULL,
  -- A repair excludes the row.
  is_skipped boolean NOT NULL,
  has_warning boolean NOT NULL,
  -- shared::upload::check::RowFault values. Null if there are none.
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
  -- Values by field name.
  custom_fields jsonb NOT NULL,
  PRIMARY KEY (firm_id, storage_guid, row_number)
);

-- Outcome of each row, based on the firm's data at the time of the preview.
CREATE UNLOGGED TABLE upload_match (
  firm_id integer NOT NULL,
  storage_guid uuid NOT NULL,
  row_number integer NOT NULL,
  -- shared::upload::preview::RowOutcome
  outcome text NOT NULL,
  -- The existing contact that the row matches, if any.
  contact_uuid uuid,
  -- Code of an error that only a comparison with the firm's data can find.
  reason text,
  PRIMARY KEY (firm_id, storage_guid, row_number)
);

-- Effect of an import on a contact, so that it can be undone.
CREATE TABLE upload_effect (
  firm_id integer NOT NULL,
  storage_guid uuid NOT NULL,
  contact_uuid uuid NOT NULL,
  is_new boolean NOT NULL,
  -- Fields of a changed contact before and after the import. A missing field was empty.
  before jsonb,
  after jsonb,
  -- Why an undo did not restore everything: the fields that it kept, or a reason code.
  kept_fields text[],
  kept_reason text,
  PRIMARY KEY (firm_id, storage_guid, contact_uuid)
);
CREATE INDEX upload_effect_kept ON upload_effect (firm_id, storage_guid) WHERE kept_fields IS NOT NULL OR kept_reason IS NOT NULL;

-- Progress of an import or undo. It is written outside the import's transaction, so that it is visible immediately.
CREATE UNLOGGED TABLE upload_progress (
  firm_id integer NOT NULL,
  storage_guid uuid NOT NULL,
  done bigint NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (firm_id, storage_guid)
);

-- Mapping of a header's columns, reused for the next file with the same header.
CREATE TABLE upload_mapping (
  firm_id integer NOT NULL REFERENCES firm,
  upload_type smallint NOT NULL CHECK (upload_type IN (1, 2, 3)),
  -- shared::upload::mapping::fingerprint
  fingerprint text NOT NULL,
  mapping jsonb NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (firm_id, upload_type, fingerprint)
);

-- A custom field is identified by its name. Its values are in contact.custom_fields.
CREATE TABLE custom_field (
  firm_id integer NOT NULL REFERENCES firm,
  contact_kind smallint NOT NULL CHECK (contact_kind IN (1, 2, 3)),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  PRIMARY KEY (firm_id, contact_kind, name)
);
ALTER TABLE contact ADD COLUMN custom_fields jsonb NOT NULL DEFAULT '{}';

-- Progress of a job, for the user who is waiting for it.
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
-- The worker finds firms with waiting imports. The work itself is done firm by firm.
CREATE POLICY worker ON upload FOR SELECT USING ((SELECT current_setting('firmbook.uploads', true)) = 'on');
