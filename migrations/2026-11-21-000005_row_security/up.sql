-- Row-level security repeats the firm check of every query. If no firm is set, no rows are visible.

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array[
    'firm_assignment_agent', 'firm_assignment_support', 'contact', 'policy', 'annuity', 'contract_party',
    'value_snapshot', 'firm_list_total', 'report', 'report_access', 'report_subscription', 'cohort',
    'cohort_contact', 'cohort_schedule', 'deliverable_content', 'document', 'resolution', 'resolution_link',
    'upload', 'user_notification', 'notification_preference', 'table_state', 'audit_log'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO firmbook_app', name);
  END LOOP;
END
$$;
REVOKE UPDATE, DELETE ON audit_log FROM firmbook_app;
REVOKE UPDATE, DELETE ON value_snapshot FROM firmbook_app;

-- A firm can read and write its own templates, and read those of firm 0.
ALTER TABLE template ENABLE ROW LEVEL SECURITY;
ALTER TABLE template FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON template USING (firm_id = (SELECT firmbook_firm()));
CREATE POLICY defaults ON template FOR SELECT USING (firm_id = 0);
GRANT SELECT, INSERT, UPDATE, DELETE ON template TO firmbook_app;

-- Before a firm is selected, users see only the firms that they are assigned to.
ALTER TABLE firm_assignment ENABLE ROW LEVEL SECURITY;
ALTER TABLE firm_assignment FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON firm_assignment USING (firm_id = (SELECT firmbook_firm()));
CREATE POLICY own_assignments ON firm_assignment FOR SELECT
  USING (user_key = (SELECT nullif(current_setting('firmbook.user', true), '')));
GRANT SELECT, INSERT, UPDATE ON firm_assignment TO firmbook_app;

ALTER TABLE firm ENABLE ROW LEVEL SECURITY;
ALTER TABLE firm FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON firm USING (firm_id = (SELECT firmbook_firm()));
CREATE POLICY assigned_firms ON firm FOR SELECT USING (firm_id IN (
  SELECT firm_id FROM firm_assignment
  WHERE user_key = (SELECT nullif(current_setting('firmbook.user', true), ''))));
GRANT SELECT, UPDATE ON firm TO firmbook_app;

GRANT SELECT ON branding, carrier, admin_account TO firmbook_app;
GRANT SELECT, UPDATE ON app_user TO firmbook_app;
GRANT SELECT, INSERT, UPDATE ON user_session TO firmbook_app;

-- Under row-level security, search and amount filters use their indexes only if the operators are leakproof. Only a
-- superuser can mark them. Without the marks, lists are correct but slower (docs/OPERATIONS.md).
DO $$
BEGIN
  IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    ALTER FUNCTION textlike(text, text) LEAKPROOF;
    ALTER FUNCTION numeric_lt(numeric, numeric) LEAKPROOF;
    ALTER FUNCTION numeric_le(numeric, numeric) LEAKPROOF;
    ALTER FUNCTION numeric_gt(numeric, numeric) LEAKPROOF;
    ALTER FUNCTION numeric_ge(numeric, numeric) LEAKPROOF;
    ALTER FUNCTION numeric_eq(numeric, numeric) LEAKPROOF;
  END IF;
END
$$;

-- Nodes cache permissions and invalidate them on this notification.
CREATE FUNCTION firmbook_viewers_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NOTIFY firmbook_viewers;
  RETURN NULL;
END
$$;
CREATE TRIGGER viewers_changed AFTER INSERT OR UPDATE OR DELETE ON app_user
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_viewers_changed();
CREATE TRIGGER viewers_changed AFTER INSERT OR UPDATE OR DELETE ON firm
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_viewers_changed();
CREATE TRIGGER viewers_changed AFTER INSERT OR UPDATE OR DELETE ON firm_assignment
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_viewers_changed();
CREATE TRIGGER viewers_changed AFTER INSERT OR UPDATE OR DELETE ON firm_assignment_agent
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_viewers_changed();
CREATE TRIGGER viewers_changed AFTER INSERT OR UPDATE OR DELETE ON firm_assignment_support
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_viewers_changed();
CREATE TRIGGER viewers_changed AFTER UPDATE OR DELETE ON user_session
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_viewers_changed();
