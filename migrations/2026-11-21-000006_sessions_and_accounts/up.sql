-- The account that a sign-in works in, members of the staff who look into firms, and working in another user's name.

ALTER TABLE app_user
  ADD COLUMN theme text NOT NULL DEFAULT 'auto' CHECK (theme IN ('auto', 'light', 'dark')),
  ADD COLUMN density text NOT NULL DEFAULT 'comfortable' CHECK (density IN ('comfortable', 'compact'));

-- Every choice of an account has a number of its own, whoever chooses: what a page was loaded for can be told from
-- what the session is now.
CREATE SEQUENCE account_epoch AS bigint;
GRANT USAGE ON SEQUENCE account_epoch TO firmbook_app;

-- An administrator's account, alone or with the firm that it looks into; else a firm; else nothing is chosen yet.
ALTER TABLE user_session
  ADD COLUMN admin_user_key text REFERENCES admin_account,
  ADD COLUMN epoch bigint NOT NULL DEFAULT nextval('account_epoch');

CREATE TABLE impersonation (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  -- Who really sits there, in which administrator's account and sign-in.
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
-- One at a time in a sign-in.
CREATE UNIQUE INDEX impersonation_running ON impersonation (actor_key, session_id) WHERE ended_at IS NULL;

ALTER TABLE impersonation ENABLE ROW LEVEL SECURITY;
ALTER TABLE impersonation FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON impersonation USING (firm_id = (SELECT firmbook_firm()));
-- The sign-in is looked up before any firm is known.
CREATE POLICY own_impersonations ON impersonation FOR SELECT
  USING (actor_key = (SELECT nullif(current_setting('firmbook.user', true), '')));
CREATE POLICY own_impersonations_end ON impersonation FOR UPDATE
  USING (actor_key = (SELECT nullif(current_setting('firmbook.user', true), '')));
GRANT SELECT, INSERT, UPDATE ON impersonation TO firmbook_app;

-- The cards of the accounts say how much is unread, before a firm is chosen.
CREATE POLICY own_notifications ON user_notification FOR SELECT
  USING (user_key = (SELECT nullif(current_setting('firmbook.user', true), '')));

-- Members of the staff see which firms there are and how large they are, and nothing else of them.
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

-- A session that changes is forgotten alone: signing out is no news for everybody else.
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
