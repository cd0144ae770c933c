-- Least privilege for requests: users, sessions and the heads of the audit chains.

-- Users are visible to themselves, to users of the same firm, and to the server while it looks up the user of a
-- sign-in. Names of staff appear in the audit log of every firm. The owner of the table is not restricted.
ALTER TABLE app_user ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_user ON app_user FOR SELECT
  USING (user_key = (SELECT nullif(current_setting('firmbook.user', true), '')));
CREATE POLICY own_profile ON app_user FOR UPDATE
  USING (user_key = (SELECT nullif(current_setting('firmbook.user', true), '')));
CREATE POLICY sign_in ON app_user FOR SELECT
  USING (issuer || ' ' || subject = (SELECT nullif(current_setting('firmbook.sign_in', true), '')));
-- A function, because queries join the names of several users to each row. A subquery would have its own policies, and
-- the planner would no longer read a page by its index.
-- An object instead of an array, because its keys are found by binary search.
CREATE FUNCTION firmbook_firm_users() RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER
  RETURN CASE WHEN firmbook_firm() IS NOT NULL THEN (
    SELECT jsonb_object_agg(user_key, true) FROM (
      SELECT user_key FROM firm_assignment WHERE firm_id = firmbook_firm()
      UNION SELECT user_key FROM admin_account) AS users) END;
CREATE POLICY own_firm ON app_user FOR SELECT USING ((SELECT firmbook_firm_users()) ? user_key);
-- Account administrators add users to their firm.
CREATE POLICY added_user ON app_user FOR INSERT
  WITH CHECK ((SELECT firmbook_firm()) IS NOT NULL
    AND issuer || ' ' || subject = (SELECT nullif(current_setting('firmbook.sign_in', true), '')));
REVOKE INSERT, UPDATE ON app_user FROM firmbook_app;
GRANT INSERT (user_key, issuer, subject, first_name, last_name, email) ON app_user TO firmbook_app;
GRANT UPDATE (first_name, last_name, time_zone, theme, density) ON app_user TO firmbook_app;

ALTER TABLE user_session ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_sessions ON user_session
  USING (user_key = (SELECT nullif(current_setting('firmbook.user', true), '')));

-- Time of a user's last sign-in to the current firm. Null for users of other firms. It lets account administrators
-- see the time without access to the sessions.
CREATE FUNCTION firmbook_last_sign_in(of_user text) RETURNS timestamptz
  LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (
    SELECT max(user_session.created_at) FROM user_session
    WHERE user_session.user_key = of_user
      AND coalesce(chosen_firm_id, firmbook_firm()) = firmbook_firm()
      AND EXISTS (
        SELECT FROM firm_assignment
        WHERE firm_assignment.user_key = of_user AND firm_assignment.firm_id = firmbook_firm()));

-- Only the trigger of audit_log advances the chains.
REVOKE INSERT, UPDATE ON audit_head FROM firmbook_app;
ALTER FUNCTION firmbook_audit_chain() SECURITY DEFINER;

-- A fixed search path, so that a caller cannot replace the tables that the functions use.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array['firmbook_firm_users()', 'firmbook_last_sign_in(text)', 'firmbook_audit_chain()'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, %I, pg_temp', name, current_schema());
  END LOOP;
END
$$;
REVOKE EXECUTE ON FUNCTION firmbook_firm_users(), firmbook_last_sign_in(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION firmbook_firm_users(), firmbook_last_sign_in(text) TO firmbook_app;
