-- Merging contacts, and undoing it. A merge hides a contact and moves its rows to another one. It keeps the rows as they
-- were, with the contact that they belonged to, so that undoing it in any order restores exactly those rows.

DROP TABLE resolution_link;
DROP TABLE resolution;

-- The contact that a hidden contact was merged into, and the merge. That contact may have been merged itself since.
ALTER TABLE contact ADD COLUMN merged_into uuid, ADD COLUMN merged_by uuid,
  ADD FOREIGN KEY (firm_id, merged_into) REFERENCES contact;
CREATE INDEX contact_merged_into ON contact (firm_id, merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE resolution (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  contact_kind smallint NOT NULL CHECK (contact_kind IN (1, 2)),
  target_uuid uuid NOT NULL,
  merged_uuids uuid[] NOT NULL,
  -- Names at the time of the merge.
  target_name text NOT NULL,
  merged_names text[] NOT NULL,
  -- shared::resolution::FieldLayer: the fields of the target that the merge changed.
  fields jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  undone_at timestamptz,
  undone_by text,
  request_hash bytea,
  PRIMARY KEY (firm_id, uuid),
  FOREIGN KEY (firm_id, target_uuid) REFERENCES contact
);
CREATE INDEX resolution_target ON resolution (firm_id, target_uuid);
CREATE INDEX resolution_created ON resolution (firm_id, contact_kind, created_at DESC, uuid);

-- A row that a merge moved to another contact, or combined with a row of it.
CREATE TABLE merged_row (
  firm_id integer NOT NULL,
  -- Name of the table.
  source text NOT NULL,
  -- The contact that the row belonged to before all merges.
  home_uuid uuid NOT NULL,
  -- Primary key of the row without the firm and the contact.
  row_key text COLLATE "C" NOT NULL,
  -- The contact that the row belongs to now. Rows of one holder with the same key are one row in the source.
  holder_uuid uuid NOT NULL,
  -- The row before the merge.
  original jsonb NOT NULL,
  PRIMARY KEY (firm_id, source, home_uuid, row_key),
  FOREIGN KEY (firm_id, home_uuid) REFERENCES contact,
  FOREIGN KEY (firm_id, holder_uuid) REFERENCES contact
);
CREATE INDEX merged_row_holder ON merged_row (firm_id, holder_uuid, source, row_key);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array['resolution', 'merged_row'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO firmbook_app', name);
  END LOOP;
END
$$;
