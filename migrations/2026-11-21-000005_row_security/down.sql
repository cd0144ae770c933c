DROP TRIGGER viewers_changed ON user_session;
DROP TRIGGER viewers_changed ON firm_assignment_support;
DROP TRIGGER viewers_changed ON firm_assignment_agent;
DROP TRIGGER viewers_changed ON firm_assignment;
DROP TRIGGER viewers_changed ON firm;
DROP TRIGGER viewers_changed ON app_user;
DROP FUNCTION firmbook_viewers_changed();
DO $$
DECLARE
  name text;
  policy text;
BEGIN
  FOR name, policy IN SELECT tablename, policyname FROM pg_policies WHERE schemaname = 'public' LOOP
    EXECUTE format('DROP POLICY %I ON %I', policy, name);
  END LOOP;
  FOR name IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relforcerowsecurity LOOP
    EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I DISABLE ROW LEVEL SECURITY', name);
  END LOOP;
END
$$;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM firmbook_app;
