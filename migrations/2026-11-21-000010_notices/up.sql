-- Notifications: recipients by contract, time zones of firms, email, digests, and premium gifts to trusts.

-- A firm's day starts at midnight in this time zone.
ALTER TABLE firm ADD COLUMN office_time_zone text NOT NULL DEFAULT 'America/New_York';

-- `contract_uuid` is the contract that a notification is about, if any. Only users who can see the contract receive and
-- see the notification.
ALTER TABLE user_notification
  ADD COLUMN contract_uuid uuid,
  -- Hidden because the user received too many of this type in a day. A single line replaces all hidden ones.
  ADD COLUMN is_collapsed boolean NOT NULL DEFAULT false,
  -- Time at which the notification was included in a digest.
  ADD COLUMN digested_at timestamptz;
-- Candidates for the next digest.
CREATE INDEX user_notification_undigested ON user_notification (firm_id, create_date)
  WHERE removed_at IS NULL AND NOT is_read AND NOT is_collapsed AND digested_at IS NULL;

-- Agents whose contracts each user can see in their current role.
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

-- Users who can see the given contracts: those who see the whole firm, and those whose block has an agent of the
-- contract.
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

-- Schedule of a user's digest of unread notifications. Without a row, it is sent daily at 7 a.m.
CREATE TABLE digest_plan (
  firm_id integer NOT NULL REFERENCES firm,
  user_key text NOT NULL REFERENCES app_user,
  frequency text NOT NULL DEFAULT 'Daily' CHECK (frequency IN ('Daily', 'Weekly')),
  -- 1 Monday to 7 Sunday
  weekday smallint NOT NULL DEFAULT 1 CHECK (weekday BETWEEN 1 AND 7),
  hour smallint NOT NULL DEFAULT 7 CHECK (hour BETWEEN 0 AND 23),
  -- Time of the next digest, and the time zone used to compute it. Null if not computed yet.
  next_at timestamptz,
  time_zone text,
  PRIMARY KEY (firm_id, user_key)
);
CREATE INDEX digest_plan_next ON digest_plan (firm_id, next_at);

-- Last day of each firm for which the notification rules ran.
CREATE TABLE rules_run (
  firm_id integer PRIMARY KEY REFERENCES firm,
  day date NOT NULL,
  ran_at timestamptz NOT NULL
);

-- Email queue. Rows are written in the transaction that causes them. The notifications are read when the email is sent.
CREATE TABLE mail_outbox (
  firm_id integer NOT NULL REFERENCES firm,
  -- Also the Message-ID, which is the same for every attempt.
  uuid uuid NOT NULL DEFAULT gen_random_uuid(),
  user_key text NOT NULL REFERENCES app_user,
  cause text NOT NULL CHECK (cause IN ('Notice', 'Daily', 'Weekly')),
  notification_ids bigint[] NOT NULL,
  created_at timestamptz NOT NULL,
  tries smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL,
  -- Time at which the email was sent, or abandoned because of last_error.
  done_at timestamptz,
  last_error text,
  PRIMARY KEY (firm_id, uuid)
);
CREATE INDEX mail_outbox_waiting ON mail_outbox (next_try_at) WHERE done_at IS NULL;
CREATE INDEX mail_outbox_done ON mail_outbox (done_at) WHERE done_at IS NOT NULL;

-- A gift to the trust that owns a policy. The money is received, letters notify the beneficiaries, then the premium is
-- paid.
CREATE TABLE premium_gift (
  firm_id integer NOT NULL,
  uuid uuid NOT NULL,
  policy_uuid uuid NOT NULL,
  -- The trust, a contact of kind owner.
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
-- The rules worker finds firms with due rules. Only its transactions set firmbook.rules, never those of requests.
CREATE POLICY rules ON firm FOR SELECT USING ((SELECT current_setting('firmbook.rules', true)) = 'on');
CREATE POLICY rules ON rules_run FOR SELECT USING ((SELECT current_setting('firmbook.rules', true)) = 'on');
-- The mailer sends the email of all firms. Only its transactions set firmbook.mail, never those of requests.
CREATE POLICY mailer ON mail_outbox USING ((SELECT current_setting('firmbook.mail', true)) = 'on');
