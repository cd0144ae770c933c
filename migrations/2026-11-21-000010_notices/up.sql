-- From a cause to the inbox: who may be told of a contract, days of firms, mail, digests, and the gifts of trusts.

-- A firm's day begins at its own midnight.
ALTER TABLE firm ADD COLUMN office_time_zone text NOT NULL DEFAULT 'America/New_York';

-- What a notification is about, where it is about a contract: only who sees the contract is told, and shown it.
ALTER TABLE user_notification
  ADD COLUMN contract_uuid uuid,
  -- One of too many of its kind in a day: a single line stands for all of them.
  ADD COLUMN is_collapsed boolean NOT NULL DEFAULT false,
  -- Was in a digest.
  ADD COLUMN digested_at timestamptz;
-- What the next digests are made of.
CREATE INDEX user_notification_undigested ON user_notification (firm_id, create_date)
  WHERE removed_at IS NULL AND NOT is_read AND NOT is_collapsed AND digested_at IS NULL;

-- The agents whose contracts a user sees, by the role that they have now.
CREATE FUNCTION firmbook_blocks(firm integer) RETURNS TABLE (user_key text, agent_uuid uuid)
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT a.user_key, block.agent_uuid
  FROM firm_assignment a JOIN firm_assignment_agent block USING (firm_id, user_key)
  WHERE a.firm_id = firm AND a.is_active AND a.firm_user_type = 2
  UNION
  SELECT a.user_key, block.agent_uuid
  FROM firm_assignment a
  JOIN firm_assignment_support support USING (firm_id, user_key)
  JOIN firm_assignment_agent block ON block.firm_id = a.firm_id AND block.user_key = support.professional_key
  WHERE a.firm_id = firm AND a.is_active AND a.firm_user_type = 3
  $$;

-- Who sees which of these contracts: whoever sees the whole firm, and whose block has one of its agents.
CREATE FUNCTION firmbook_readers(firm integer, contracts uuid[]) RETURNS TABLE (contract_uuid uuid, user_key text)
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT contract, a.user_key
  FROM unnest(contracts) contract, firm_assignment a
  WHERE a.firm_id = firm AND a.is_active AND a.firm_user_type IN (1, 4)
  UNION
  SELECT party.contract_uuid, block.user_key
  FROM contract_party party JOIN firmbook_blocks(firm) block ON block.agent_uuid = party.contact_uuid
  WHERE party.firm_id = firm AND party.contract_uuid = ANY(contracts) AND party.kind = 1
    AND party.deleted_at IS NULL
  $$;

-- How a user gets the summary of what is unread. Without a row: daily at seven.
CREATE TABLE digest_plan (
  firm_id integer NOT NULL REFERENCES firm,
  user_key text NOT NULL REFERENCES app_user,
  frequency text NOT NULL DEFAULT 'Daily' CHECK (frequency IN ('Daily', 'Weekly')),
  -- 1 Monday to 7 Sunday
  weekday smallint NOT NULL DEFAULT 1 CHECK (weekday BETWEEN 1 AND 7),
  hour smallint NOT NULL DEFAULT 7 CHECK (hour BETWEEN 0 AND 23),
  -- When the next one is due, and in which zone that was reckoned; null: to be reckoned.
  next_at timestamptz,
  time_zone text,
  PRIMARY KEY (firm_id, user_key)
);
CREATE INDEX digest_plan_next ON digest_plan (firm_id, next_at);

-- The last day of each firm for which the rules have run.
CREATE TABLE rules_run (
  firm_id integer PRIMARY KEY REFERENCES firm,
  day date NOT NULL,
  ran_at timestamptz NOT NULL
);

-- Mail that is to go out, written with what gave the reason for it. What stands in it is read when it is sent.
CREATE TABLE mail_outbox (
  firm_id integer NOT NULL REFERENCES firm,
  -- Also its Message-ID, however often it is tried.
  uuid uuid NOT NULL DEFAULT gen_random_uuid(),
  user_key text NOT NULL REFERENCES app_user,
  cause text NOT NULL CHECK (cause IN ('Notice', 'Daily', 'Weekly')),
  notification_ids bigint[] NOT NULL,
  created_at timestamptz NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL,
  -- Sent, or given up for the reason in last_error.
  done_at timestamptz,
  last_error text,
  PRIMARY KEY (firm_id, uuid)
);
CREATE INDEX mail_outbox_waiting ON mail_outbox (next_try_at) WHERE done_at IS NULL;
CREATE INDEX mail_outbox_done ON mail_outbox (done_at) WHERE done_at IS NOT NULL;

-- A gift to the trust that owns a policy: money comes in, letters tell the beneficiaries, the premium is paid.
CREATE TABLE premium_gift (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  policy_uuid uuid NOT NULL,
  -- The owner that is the trust.
  trust_uuid uuid NOT NULL,
  amount numeric(18,2) NOT NULL CHECK (amount > 0),
  gift_date date NOT NULL,
  letter_date date NOT NULL,
  premium_due date NOT NULL,
  received_on date,
  letters_sent_on date,
  PRIMARY KEY (firm_id, uuid),
  FOREIGN KEY (firm_id, policy_uuid) REFERENCES policy,
  FOREIGN KEY (firm_id, trust_uuid) REFERENCES contact,
  CHECK (gift_date <= letter_date AND letter_date <= premium_due)
);
CREATE INDEX premium_gift_policy ON premium_gift (firm_id, policy_uuid);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array['digest_plan', 'rules_run', 'mail_outbox', 'premium_gift'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO firmbook_app', name);
  END LOOP;
END
$$;
-- Whoever looks for firms whose rules are due says so in its transaction; no request does.
CREATE POLICY rules ON firm FOR SELECT USING ((SELECT current_setting('firmbook.rules', true)) = 'on');
CREATE POLICY rules ON rules_run FOR SELECT USING ((SELECT current_setting('firmbook.rules', true)) = 'on');
-- Whoever sends the mail of all firms says so in its transaction; no request does.
CREATE POLICY mailer ON mail_outbox USING ((SELECT current_setting('firmbook.mail', true)) = 'on');
