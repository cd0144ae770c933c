-- Views of lists that a user shared with the firm.
CREATE TABLE shared_view (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  list text NOT NULL,
  -- The name without case, accents and extra spaces.
  name_key text NOT NULL,
  view jsonb NOT NULL,
  created_by text NOT NULL REFERENCES app_user,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (firm_id, uuid),
  CONSTRAINT shared_view_name UNIQUE (firm_id, list, name_key)
);
ALTER TABLE shared_view ENABLE ROW LEVEL SECURITY;
ALTER TABLE shared_view FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON shared_view USING (firm_id = (SELECT firmbook_firm()));
GRANT SELECT, INSERT, UPDATE, DELETE ON shared_view TO firmbook_app;
