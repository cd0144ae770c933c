-- Partners of a firm, whose sites embed widgets.
CREATE TABLE partner (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  -- Origins of the pages that can embed widgets.
  origins text[] NOT NULL,
  created_at timestamptz NOT NULL,
  created_by text REFERENCES app_user,
  PRIMARY KEY (firm_id, uuid)
);

-- Keys of the partners' backends. Only a hash of each key is stored, and its last four characters.
CREATE TABLE partner_key (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  partner_uuid uuid NOT NULL,
  key_hash bytea NOT NULL,
  ending text NOT NULL,
  created_at timestamptz NOT NULL,
  created_by text REFERENCES app_user,
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (firm_id, uuid),
  UNIQUE (firm_id, key_hash),
  FOREIGN KEY (firm_id, partner_uuid) REFERENCES partner
);
CREATE INDEX partner_key_partner ON partner_key (firm_id, partner_uuid);

-- Sessions of widgets. A client secret can be exchanged once, for an access token that is valid until the session ends.
-- Only hashes of both are stored.
CREATE TABLE embed_session (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  partner_uuid uuid NOT NULL,
  key_uuid uuid NOT NULL,
  user_key text NOT NULL REFERENCES app_user,
  widget text NOT NULL,
  origin text NOT NULL,
  -- The contact whose contracts the widget shows. NULL for all contracts of the user.
  contact_kind smallint,
  contact_uuid uuid,
  secret_hash bytea NOT NULL,
  token_hash bytea,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When the client secret was exchanged or refused.
  opened_at timestamptz,
  refusal text,
  PRIMARY KEY (firm_id, uuid),
  UNIQUE (firm_id, secret_hash),
  UNIQUE (firm_id, token_hash),
  FOREIGN KEY (firm_id, partner_uuid) REFERENCES partner,
  FOREIGN KEY (firm_id, key_uuid) REFERENCES partner_key,
  CHECK (expires_at <= created_at + interval '900 seconds'),
  CHECK ((contact_kind IS NULL) = (contact_uuid IS NULL))
);
CREATE INDEX embed_session_partner ON embed_session (firm_id, partner_uuid, created_at);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['partner', 'partner_key', 'embed_session'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', name);
  END LOOP;
END $$;
GRANT SELECT, INSERT, UPDATE ON partner, partner_key TO firmbook_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON embed_session TO firmbook_app;
