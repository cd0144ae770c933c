-- Import of policies and annuities from files: staged rows, their outcomes, and effects of an import.

ALTER TABLE upload DROP CONSTRAINT upload_upload_type_check;
ALTER TABLE upload ADD CONSTRAINT upload_upload_type_check CHECK (upload_type BETWEEN 1 AND 5);
ALTER TABLE upload_mapping DROP CONSTRAINT upload_mapping_upload_type_check;
ALTER TABLE upload_mapping ADD CONSTRAINT upload_mapping_upload_type_check CHECK (upload_type BETWEEN 1 AND 5);

-- Like upload_row, for contracts. A database crash empties the unlogged table, and the rows are rebuilt from the file.
CREATE UNLOGGED TABLE upload_contract_row (
  firm_id integer NOT NULL,
  storage_guid uuid NOT NULL,
  -- As numbered in a spreadsheet.
  row_number integer NOT NULL,
  -- Uuid of the contract that the row may add. It is the same for every attempt of the import.
  contract_uuid uuid NOT NULL,
  is_refused boolean NOT NULL,
  is_skipped boolean NOT NULL,
  -- shared::upload::check::RowFault values. Null if there are none.
  faults jsonb,
  -- shared::upload::contract::Values
  cells jsonb NOT NULL,
  PRIMARY KEY (firm_id, storage_guid, row_number)
);

-- Outcome of each row, based on the firm's contracts and contacts at the time of the preview.
CREATE UNLOGGED TABLE upload_contract_match (
  firm_id integer NOT NULL,
  storage_guid uuid NOT NULL,
  row_number integer NOT NULL,
  -- shared::upload::preview::RowOutcome
  outcome text NOT NULL,
  -- The stored contract that the row matches, if any.
  contract_uuid uuid,
  -- The earlier row for the same contract.
  earlier_row integer,
  -- Faults that only a comparison with the firm's data can find. Null if there are none.
  faults jsonb,
  -- Fields that an update changes, before and after.
  before jsonb,
  after jsonb,
  PRIMARY KEY (firm_id, storage_guid, row_number)
);

-- Effect of an import on a contract, so that it can be undone.
CREATE TABLE upload_contract_effect (
  firm_id integer NOT NULL,
  storage_guid uuid NOT NULL,
  contract_uuid uuid NOT NULL,
  is_new boolean NOT NULL,
  before jsonb,
  after jsonb,
  -- Why an undo did not restore everything: the fields that it kept, or a reason code.
  kept_fields text[],
  kept_reason text,
  PRIMARY KEY (firm_id, storage_guid, contract_uuid)
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array['upload_contract_row', 'upload_contract_match', 'upload_contract_effect'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO firmbook_app', name);
  END LOOP;
END
$$;
