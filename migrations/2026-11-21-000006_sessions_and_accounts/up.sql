-- Account selection of a session, staff access to firms, and impersonation.

ALTER TABLE app_user
  ADD COLUMN theme text NOT NULL DEFAULT 'auto' CHECK (theme IN ('auto', 'light', 'dark')),
  ADD COLUMN density text NOT NULL DEFAULT 'comfortable' CHECK (density IN ('comfortable', 'compact'));

-- Every account selection gets a number that is unique across all users. The number shows whether a page was loaded for
-- the current selection.
CREATE SEQUENCE account_epoch AS bigint;
GRANT USAGE ON SEQUENCE account_epoch TO firmbook_app;

-- A session has selected an administrator account with or without an open firm, a firm, or nothing yet.
ALTER TABLE user_session
  ADD COLUMN admin_user_key text REFERENCES admin_account,
  ADD COLUMN epoch bigint NOT NULL DEFAULT nextval('account_epoch');

CREATE TABLE impersonation (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  -- The real user, with their administrator account and session.
  actor_key text NOT NULL REFERENCES app_user,
  admin_user_key text NOT NULL REFERENCES admin_account,
  session_id text NOT NULL,
  subject_key text NOT NULL REFERENCES app_user,
  reason text NOT NULL CHECK (length(reason) BETWEEN 10 AND 500),
  may_write boolean NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (firm_id, uuid),
  CHECK (actor_key <> subject_key)
);
-- At most one running impersonation per session.
CREATE UNIQUE INDEX impersonation_running ON impersonation (actor_key, session_id) WHERE ended_at IS NULL;

ALTER TABLE impersonation ENABLE ROW LEVEL SECURITY;
ALTER TABLE impersonation FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON impersonation USING (firm_id = (SELECT firmbook_firm()));
-- Impersonations are looked up before the firm is known.
CREATE POLICY own_impersonations ON impersonation FOR SELECT
  USING (actor_key = (SELECT nullif(current_setting('firmbook.user', true), '')));
CREATE POLICY own_impersonations_end ON impersonation FOR UPDATE
  USING (actor_key = (SELECT nullif(current_setting('firmbook.user', true), '')));
GRANT SELECT, INSERT, UPDATE ON impersonation TO firmbook_app;

-- The account cards show unread counts before a firm is selected.
CREATE POLICY own_notifications ON user_notification FOR SELECT
  USING (user_key = (SELECT nullif(current_setting('firmbook.user', true), '')));

-- Staff can see all firms, their user assignments and their list totals, but no other data of a firm.
CREATE FUNCTION firmbook_is_staff() RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN EXISTS (
    SELECT FROM admin_account
    WHERE user_key = nullif(current_setting('firmbook.staff', true), '') AND is_active);
CREATE POLICY staff ON firm FOR SELECT USING ((SELECT firmbook_is_staff()));
CREATE POLICY staff ON firm_assignment FOR SELECT USING ((SELECT firmbook_is_staff()));
CREATE POLICY staff ON firm_list_total FOR SELECT USING ((SELECT firmbook_is_staff()));

CREATE TRIGGER viewers_changed AFTER INSERT OR UPDATE OR DELETE ON admin_account
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_viewers_changed();

-- Notifies nodes of the affected user only. A sign-out does not invalidate the cached data of other users.
CREATE FUNCTION firmbook_session_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('firmbook_viewers', OLD.user_key);
  RETURN NULL;
END
$$;
DROP TRIGGER viewers_changed ON user_session;
CREATE TRIGGER session_changed AFTER UPDATE OR DELETE ON user_session
  FOR EACH ROW EXECUTE FUNCTION firmbook_session_changed();
