-- Webhooks of partners: URLs that receive events of the firm.
CREATE TABLE webhook (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  partner_uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  url text NOT NULL,
  -- Names of the events that are sent.
  events text[] NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  -- Encrypted signing secrets. After a secret is replaced, the previous one signs as well until previous_until.
  secret bytea NOT NULL,
  secret_key_id smallint NOT NULL,
  previous_secret bytea,
  previous_secret_key_id smallint,
  previous_until timestamptz,
  created_at timestamptz NOT NULL,
  created_by text REFERENCES app_user,
  PRIMARY KEY (firm_id, uuid),
  FOREIGN KEY (firm_id, partner_uuid) REFERENCES partner,
  CHECK ((previous_secret IS NULL) = (previous_secret_key_id IS NULL)),
  CHECK ((previous_secret IS NULL) = (previous_until IS NULL))
);
CREATE INDEX webhook_partner ON webhook (firm_id, partner_uuid);

-- Queue of events to webhooks. Rows are written in the transaction that causes the event, and kept for 30 days.
CREATE TABLE webhook_delivery (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  webhook_uuid uuid NOT NULL,
  -- Same for all webhooks that receive the event, and for replays.
  event_id uuid NOT NULL,
  event text NOT NULL,
  -- The signed content. Stored as text, so that retries and replays send the same bytes.
  body text NOT NULL,
  -- Set for events of reports, of which one waits at a time.
  report_uuid uuid,
  -- The delivery that this one repeats.
  replayed_from uuid,
  created_at timestamptz NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  -- The first attempt is due at once. During an attempt, the end of the lease of the node.
  next_attempt_at timestamptz NOT NULL DEFAULT '-infinity',
  is_sending boolean NOT NULL DEFAULT false,
  delivered_at timestamptz,
  failed_at timestamptz,
  -- Status of the last response. NULL if there was none.
  last_status smallint,
  last_error text,
  PRIMARY KEY (firm_id, uuid),
  FOREIGN KEY (firm_id, webhook_uuid) REFERENCES webhook ON DELETE CASCADE,
  CHECK (delivered_at IS NULL OR failed_at IS NULL)
);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (next_attempt_at)
  WHERE delivered_at IS NULL AND failed_at IS NULL;
CREATE INDEX webhook_delivery_waiting_of_webhook ON webhook_delivery (firm_id, webhook_uuid, next_attempt_at)
  WHERE delivered_at IS NULL AND failed_at IS NULL;
CREATE INDEX webhook_delivery_newest ON webhook_delivery (firm_id, webhook_uuid, created_at);
CREATE INDEX webhook_delivery_created ON webhook_delivery (created_at);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['webhook', 'webhook_delivery'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', name);
  END LOOP;
END $$;
-- The worker finds and deletes deliveries of all firms. Only its transactions set firmbook.webhooks, never those of
-- requests.
CREATE POLICY worker ON webhook_delivery USING ((SELECT current_setting('firmbook.webhooks', true)) = 'on');
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook, webhook_delivery TO firmbook_app;
