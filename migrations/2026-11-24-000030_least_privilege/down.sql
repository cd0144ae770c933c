ALTER FUNCTION firmbook_audit_chain() SECURITY INVOKER;
ALTER FUNCTION firmbook_audit_chain() RESET search_path;
GRANT INSERT, UPDATE ON audit_head TO firmbook_app;

DROP FUNCTION firmbook_last_sign_in(text);

DROP POLICY own_sessions ON user_session;
ALTER TABLE user_session DISABLE ROW LEVEL SECURITY;

REVOKE INSERT (user_key, issuer, subject, first_name, last_name, email) ON app_user FROM firmbook_app;
REVOKE UPDATE (first_name, last_name, time_zone, theme, density) ON app_user FROM firmbook_app;
GRANT INSERT, UPDATE ON app_user TO firmbook_app;
DROP POLICY added_user ON app_user;
DROP POLICY own_firm ON app_user;
DROP FUNCTION firmbook_firm_users();
DROP POLICY sign_in ON app_user;
DROP POLICY own_profile ON app_user;
DROP POLICY own_user ON app_user;
ALTER TABLE app_user DISABLE ROW LEVEL SECURITY;
