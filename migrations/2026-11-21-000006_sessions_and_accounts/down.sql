DROP TRIGGER session_changed ON user_session;
DROP FUNCTION firmbook_session_changed();
CREATE TRIGGER viewers_changed AFTER UPDATE OR DELETE ON user_session
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_viewers_changed();
DROP TRIGGER viewers_changed ON admin_account;

DROP POLICY staff ON firm_list_total;
DROP POLICY staff ON firm_assignment;
DROP POLICY staff ON firm;
DROP FUNCTION firmbook_is_staff();
DROP POLICY own_notifications ON user_notification;

DROP TABLE impersonation;
ALTER TABLE user_session DROP COLUMN admin_user_key, DROP COLUMN epoch;
DROP SEQUENCE account_epoch;
ALTER TABLE app_user DROP COLUMN theme, DROP COLUMN density;
