-- The audit log as a chain that nobody changes unseen, users whom an account administrator keeps, and a firm's looks.

-- The end of each firm's chain. Locked by whoever adds a row until their transaction ends, so that no two rows follow
-- the same one.
CREATE TABLE audit_head (
  firm_id integer PRIMARY KEY REFERENCES firm,
  id bigint NOT NULL,
  hash bytea NOT NULL
);

-- `id` counts a firm's rows from 1 without a gap.
ALTER TABLE audit_log
  ALTER COLUMN id DROP IDENTITY,
  ADD COLUMN uuid uuid NOT NULL DEFAULT gen_random_uuid(),
  -- What was acted on, where it has no uuid: the key of a user.
  ADD COLUMN subject_key text,
  ADD COLUMN hash bytea;
CREATE INDEX audit_log_at ON audit_log (firm_id, at, uuid);
CREATE UNIQUE INDEX audit_log_uuid ON audit_log (firm_id, uuid);

-- Length and text, so that no two rows read the same.
CREATE FUNCTION firmbook_audit_field(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(octet_length(value)::text || ':' || value, '-');

-- SHA-256 over the hash of the row before and everything that a row says. server/src/audit/chain.rs computes the same
-- without asking the database.
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
-- Also while a book is loaded with other triggers off.
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_chain;

-- The rows that are there already become the first of their chains. The owner sees them while the rule stands still.
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
-- Whoever owns the tables may check every chain, also where they are no superuser.
CREATE POLICY owner_checks ON audit_head FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY owner_checks ON audit_log FOR SELECT TO CURRENT_USER USING (true);

-- Account administrators change the users of their firm, two of them perhaps at once.
ALTER TABLE firm_assignment ADD COLUMN version integer NOT NULL DEFAULT 1;
GRANT INSERT ON app_user TO firmbook_app;

-- A firm's looks, by the host name under which people reach the portal. Nothing has read the table so far. Which host
-- is whose is for the operator to say; the firm sets the rest.
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
  -- app: small, in the header. full: on pages of its own.
  kind text NOT NULL CHECK (kind IN ('app', 'full')),
  -- SHA-256 of the bytes; part of the address.
  hash bytea NOT NULL,
  media_type text NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 204800),
  PRIMARY KEY (firm_id, host, kind),
  FOREIGN KEY (firm_id, host) REFERENCES branding
);
CREATE INDEX branding_logo_hash ON branding_logo (hash);

-- Before anybody has signed in: the looks of one host, and a logo by its own address.
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
