DROP TABLE merged_row;
DROP TABLE resolution;
ALTER TABLE contact DROP COLUMN merged_into, DROP COLUMN merged_by;

CREATE TABLE resolution (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  contact_kind smallint NOT NULL CHECK (contact_kind IN (1, 2)),
  target_uuid uuid NOT NULL,
  merged_uuids uuid[] NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  undone_at timestamptz,
  undone_by text,
  PRIMARY KEY (firm_id, uuid),
  FOREIGN KEY (firm_id, target_uuid) REFERENCES contact
);
CREATE INDEX resolution_target ON resolution (firm_id, target_uuid);
CREATE TABLE resolution_link (
  firm_id integer NOT NULL,
  resolution_uuid uuid NOT NULL,
  contract_uuid uuid NOT NULL,
  from_contact_uuid uuid NOT NULL,
  link jsonb NOT NULL,
  PRIMARY KEY (firm_id, resolution_uuid, contract_uuid, from_contact_uuid),
  FOREIGN KEY (firm_id, resolution_uuid) REFERENCES resolution ON DELETE CASCADE
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array['resolution', 'resolution_link'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO firmbook_app', name);
  END LOOP;
END
$$;
