-- Private links to the calendar of gifts, at most one per user and firm. Only a hash of the link is stored.
CREATE TABLE calendar_feed (
  firm_id integer NOT NULL REFERENCES firm,
  user_key text NOT NULL REFERENCES app_user,
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  last_read_at timestamptz,
  PRIMARY KEY (firm_id, user_key),
  UNIQUE (firm_id, token_hash)
);
ALTER TABLE calendar_feed ENABLE ROW LEVEL SECURITY;
ALTER TABLE calendar_feed FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON calendar_feed USING (firm_id = (SELECT firmbook_firm()));
GRANT SELECT, INSERT, UPDATE, DELETE ON calendar_feed TO firmbook_app;
