-- Changes of many contracts at once, with the values that they replaced, so that they can be undone.
CREATE TABLE bulk_edit (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  -- shared::contract::Line
  line smallint NOT NULL,
  user_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  -- shared::contract::bulk::BulkPreview
  result jsonb NOT NULL,
  request_hash bytea,
  PRIMARY KEY (firm_id, uuid)
);
CREATE INDEX bulk_edit_created ON bulk_edit (firm_id, created_at);

CREATE TABLE bulk_edit_contract (
  firm_id integer NOT NULL,
  edit_uuid uuid NOT NULL,
  contract_uuid uuid NOT NULL,
  -- The version of the contract after the edit. A contract with another version was changed since.
  version integer NOT NULL,
  -- The replaced values by field, as in the JSON of the contract.
  before jsonb NOT NULL,
  PRIMARY KEY (firm_id, edit_uuid, contract_uuid),
  FOREIGN KEY (firm_id, edit_uuid) REFERENCES bulk_edit ON DELETE CASCADE
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array['bulk_edit', 'bulk_edit_contract'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO firmbook_app', name);
  END LOOP;
END
$$;
