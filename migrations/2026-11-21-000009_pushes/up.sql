-- Outbox of messages to users. Rows are written in the transaction that causes them, so that a message is sent only if
-- that transaction commits.

CREATE TABLE hub_outbox (
  firm_id integer NOT NULL REFERENCES firm,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_key text NOT NULL REFERENCES app_user,
  -- A transient notification (heading, message, notificationType). If null, the message is the user's notification
  -- list, which is read when the message is sent.
  transient jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Set after all nodes received the message. The row is kept for a while for clients that reconnect.
  dispatched_at timestamptz,
  PRIMARY KEY (firm_id, id)
);
CREATE INDEX hub_outbox_id ON hub_outbox (id);
CREATE INDEX hub_outbox_waiting ON hub_outbox (id) WHERE dispatched_at IS NULL;
CREATE INDEX hub_outbox_dispatched ON hub_outbox (dispatched_at) WHERE dispatched_at IS NOT NULL;
CREATE INDEX hub_outbox_user ON hub_outbox (firm_id, user_key, id);

ALTER TABLE hub_outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE hub_outbox FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON hub_outbox USING (firm_id = (SELECT firmbook_firm()));
-- The dispatcher processes the messages of all firms. Only its transactions set firmbook.hub, never those of requests.
CREATE POLICY dispatcher ON hub_outbox USING ((SELECT current_setting('firmbook.hub', true)) = 'on');
GRANT SELECT, INSERT, UPDATE, DELETE ON hub_outbox TO firmbook_app;

CREATE FUNCTION firmbook_outbox_filled() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('firmbook_hub', '');
  RETURN NULL;
END
$$;
CREATE TRIGGER outbox_filled AFTER INSERT ON hub_outbox
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_outbox_filled();

-- Queues the notification list when it changes, once per user and statement.
CREATE FUNCTION firmbook_list_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO hub_outbox (firm_id, user_key) SELECT DISTINCT firm_id, user_key FROM changed;
  RETURN NULL;
END
$$;
CREATE TRIGGER list_grew AFTER INSERT ON user_notification
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION firmbook_list_changed();
CREATE TRIGGER list_changed AFTER UPDATE ON user_notification
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION firmbook_list_changed();
CREATE TRIGGER list_shrank AFTER DELETE ON user_notification
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION firmbook_list_changed();
