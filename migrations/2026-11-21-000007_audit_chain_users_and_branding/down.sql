DROP TABLE branding_logo;
DROP POLICY own_firm ON branding;
DROP POLICY by_host ON branding;
ALTER TABLE branding NO FORCE ROW LEVEL SECURITY;
ALTER TABLE branding DISABLE ROW LEVEL SECURITY;
REVOKE UPDATE ON branding FROM firmbook_app;
ALTER TABLE branding
  DROP CONSTRAINT branding_host_key,
  DROP CONSTRAINT branding_pkey,
  DROP COLUMN firm_id,
  DROP COLUMN version,
  DROP CONSTRAINT branding_host_check,
  DROP CONSTRAINT branding_platform_name_check,
  ADD COLUMN app_logo_url text,
  ADD COLUMN full_logo_url text,
  ADD PRIMARY KEY (host);
REVOKE INSERT ON app_user FROM firmbook_app;
ALTER TABLE firm_assignment DROP COLUMN version;

DROP TABLE audit_head;
DROP POLICY owner_checks ON audit_log;
DROP TRIGGER audit_chain ON audit_log;
DROP FUNCTION firmbook_audit_chain();
DROP FUNCTION firmbook_audit_hash(bytea, bigint, audit_log);
DROP FUNCTION firmbook_audit_field(text);
DROP INDEX audit_log_at;
ALTER TABLE audit_log
  DROP COLUMN hash,
  DROP COLUMN subject_key,
  DROP COLUMN uuid,
  ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE audit_log NO FORCE ROW LEVEL SECURITY;
SELECT setval(pg_get_serial_sequence('audit_log', 'id'), max(id)) FROM audit_log;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
