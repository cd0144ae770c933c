-- Records that users keep at hand in the menu. The kind decides in which table the record is.
CREATE TABLE favorite (
  firm_id integer NOT NULL REFERENCES firm,
  user_key text NOT NULL REFERENCES app_user,
  kind text NOT NULL CHECK (kind IN ('agent', 'owner', 'insured', 'trust', 'policy', 'annuity')),
  uuid uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (firm_id, user_key, kind, uuid)
);
ALTER TABLE favorite ENABLE ROW LEVEL SECURITY;
ALTER TABLE favorite FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON favorite USING (firm_id = (SELECT firmbook_firm()));
GRANT SELECT, INSERT, DELETE ON favorite TO firmbook_app;
