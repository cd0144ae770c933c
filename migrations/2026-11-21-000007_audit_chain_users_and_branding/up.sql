-- Tamper-evident audit log, user management by account administrators, and firm branding.

-- Last entry of each firm's chain. Inserting an audit entry locks this row until the transaction ends, so that no two
-- entries have the same predecessor.
CREATE TABLE audit_head (
  firm_id integer PRIMARY KEY REFERENCES firm,
  id bigint NOT NULL,
  hash bytea NOT NULL
);

-- `id` numbers the entries of a firm from 1 without gaps.
ALTER TABLE audit_log
  ALTER COLUMN id DROP IDENTITY,
  ADD COLUMN uuid uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Identifies a subject that has no uuid: the key of a user.
  ADD COLUMN subject_key text,
  ADD COLUMN hash bytea;
CREATE INDEX audit_log_at ON audit_log (firm_id, at, uuid);
CREATE UNIQUE INDEX audit_log_uuid ON audit_log (firm_id, uuid);

-- Prefixes the value with its length, so that different entries never encode to the same text.
CREATE FUNCTION firmbook_audit_field(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(octet_length(value)::text || ':' || value, '-');

-- SHA-256 of the previous entry's hash and all fields of the entry. server/src/audit/chain.rs computes the same hash
-- without the database.
CREATE FUNCTION firmbook_audit_hash(previous bytea, number bigint, entry audit_log) RETURNS bytea
  LANGUAGE sql STABLE
  RETURN sha256(previous || convert_to(
    firmbook_audit_field((entry).firm_id::text)
    || firmbook_audit_field(number::text)
    || firmbook_audit_field((entry).uuid::text)
    || firmbook_audit_field(to_char((entry).at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    || firmbook_audit_field((entry).actor_key)
    || firmbook_audit_field((entry).on_behalf_of_key)
    || firmbook_audit_field((entry).action)
    || firmbook_audit_field((entry).subject_type)
    || firmbook_audit_field((entry).subject_uuid::text)
    || firmbook_audit_field((entry).subject_key)
    || firmbook_audit_field((entry).details::text)
    || firmbook_audit_field((entry).trace_id)
    || firmbook_audit_field(host((entry).address)), 'UTF8'));

CREATE FUNCTION firmbook_audit_chain() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_head AS head (firm_id, id, hash)
    VALUES (NEW.firm_id, 1, firmbook_audit_hash('', 1, NEW))
  ON CONFLICT (firm_id) DO UPDATE
    SET id = head.id + 1, hash = firmbook_audit_hash(head.hash, head.id + 1, NEW)
  RETURNING head.id, head.hash INTO NEW.id, NEW.hash;
  RETURN NEW;
END
$$;
CREATE TRIGGER audit_chain BEFORE INSERT ON audit_log
  FOR EACH ROW EXECUTE FUNCTION firmbook_audit_chain();
-- Also fires during bulk loads that disable other triggers.
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_chain;

-- Chains the existing entries. The table owner can read them only while row-level security is not forced.
ALTER TABLE audit_log NO FORCE ROW LEVEL SECURITY;
CREATE TEMP TABLE unchained ON COMMIT DROP AS SELECT * FROM audit_log;
TRUNCATE audit_log;
INSERT INTO audit_log SELECT * FROM unchained ORDER BY firm_id, id;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_log ALTER COLUMN hash SET NOT NULL;

ALTER TABLE audit_head ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_head FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON audit_head USING (firm_id = (SELECT firmbook_firm()));
GRANT SELECT, INSERT, UPDATE ON audit_head TO firmbook_app;
-- The table owner can verify every chain, even without being a superuser.
CREATE POLICY owner_checks ON audit_head FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY owner_checks ON audit_log FOR SELECT TO CURRENT_USER USING (true);

-- Account administrators manage the users of their firm. `version` detects concurrent edits.
ALTER TABLE firm_assignment ADD COLUMN version integer NOT NULL DEFAULT 1;
GRANT INSERT ON app_user TO firmbook_app;

-- Branding of a firm, by host name of the portal. The table was unused before this migration. The operator assigns
-- hosts to firms. The firm sets the other columns.
DELETE FROM branding;
ALTER TABLE branding
  DROP COLUMN app_logo_url,
  DROP COLUMN full_logo_url,
  ADD COLUMN firm_id integer NOT NULL REFERENCES firm,
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD CHECK (host = lower(host) AND length(host) BETWEEN 1 AND 253),
  ADD CHECK (length(platform_name) BETWEEN 1 AND 40),
  DROP CONSTRAINT branding_pkey,
  ADD PRIMARY KEY (firm_id, host),
  ADD UNIQUE (host);

CREATE TABLE branding_logo (
  firm_id integer NOT NULL,
  host text NOT NULL,
  -- app: small, for the header. full: for standalone pages.
  kind text NOT NULL CHECK (kind IN ('app', 'full')),
  -- SHA-256 of the bytes, used in the logo's URL.
  hash bytea NOT NULL,
  media_type text NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 204800),
  PRIMARY KEY (firm_id, host, kind),
  FOREIGN KEY (firm_id, host) REFERENCES branding
);
CREATE INDEX branding_logo_hash ON branding_logo (hash);

-- Requests before sign-in can read the branding of one host, and a logo by its hash.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array['branding', 'branding_logo'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', name);
    EXECUTE format('CREATE POLICY by_host ON %I FOR SELECT
      USING (host = (SELECT nullif(current_setting(''firmbook.host'', true), '''')))', name);
  END LOOP;
END
$$;
CREATE POLICY by_address ON branding_logo FOR SELECT
  USING (hash = (SELECT decode(nullif(current_setting('firmbook.logo', true), ''), 'hex')));
GRANT UPDATE ON branding TO firmbook_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON branding_logo TO firmbook_app;
