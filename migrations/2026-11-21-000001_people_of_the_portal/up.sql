-- Firms, users, carriers and text folding.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Role of the application server. It owns no objects and is subject to row-level security.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'firmbook_app') THEN
    CREATE ROLE firmbook_app LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
END
$$;

-- Folds case and accents. A test compares the result with shared::text::fold.
CREATE FUNCTION firmbook_fold(typed text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN octet_length(typed) = length(typed) THEN lower(typed COLLATE "C")
    ELSE translate(lower(typed COLLATE "C"),
      'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĲĳĴĵĶķĸĹĺĻļĽľĿŀŁłŃńŅņŇňŉŊŋŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŦŧŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžſ',
      'aaaaaaaceeeeiiiidnoooooouuuuytsaaaaaaaceeeeiiiidnoooooouuuuytyaaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs')
  END;

-- Firm of the current transaction, or null if none is set.
CREATE FUNCTION firmbook_firm() RETURNS integer
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('firmbook.firm', true), '')::integer;

CREATE TABLE firm (
  firm_id integer PRIMARY KEY CHECK (firm_id > 0),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  -- Demo firms accept tax IDs from ranges that are never issued.
  is_demo boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  user_limit integer,
  document_limit integer,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE branding (
  host text PRIMARY KEY,
  app_logo_url text,
  full_logo_url text,
  platform_name text NOT NULL DEFAULT 'Firmbook',
  support_url text,
  contact_phone_number text,
  primary_color text CHECK (primary_color ~ '^#[0-9a-f]{6}$')
);

CREATE TABLE app_user (
  -- Opaque identifier that other records use to refer to the user.
  user_key text PRIMARY KEY,
  issuer text NOT NULL,
  subject text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  time_zone text NOT NULL DEFAULT 'America/New_York',
  is_disabled boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (issuer, subject)
);

CREATE TABLE admin_account (
  admin_user_key text PRIMARY KEY,
  user_key text NOT NULL REFERENCES app_user,
  admin_user_type smallint NOT NULL,
  is_active boolean NOT NULL DEFAULT true
);
CREATE INDEX admin_account_user ON admin_account (user_key);

CREATE TABLE firm_assignment (
  firm_id integer NOT NULL REFERENCES firm,
  user_key text NOT NULL REFERENCES app_user,
  firm_user_type smallint NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (firm_id, user_key)
);
CREATE INDEX firm_assignment_user ON firm_assignment (user_key);

-- The block of a professional: the agents whose contracts they can see.
CREATE TABLE firm_assignment_agent (
  firm_id integer NOT NULL,
  user_key text NOT NULL,
  agent_uuid uuid NOT NULL,
  PRIMARY KEY (firm_id, user_key, agent_uuid),
  FOREIGN KEY (firm_id, user_key) REFERENCES firm_assignment
);

-- The professionals whose blocks an office manager can access.
CREATE TABLE firm_assignment_support (
  firm_id integer NOT NULL,
  user_key text NOT NULL,
  professional_key text NOT NULL,
  PRIMARY KEY (firm_id, user_key, professional_key),
  FOREIGN KEY (firm_id, user_key) REFERENCES firm_assignment,
  FOREIGN KEY (firm_id, professional_key) REFERENCES firm_assignment
);

-- One sign-in at the identity provider. Renewed tokens keep the session ID.
CREATE TABLE user_session (
  user_key text NOT NULL REFERENCES app_user,
  session_id text NOT NULL,
  chosen_firm_id integer REFERENCES firm,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (user_key, session_id)
);

CREATE TABLE carrier (
  uuid uuid PRIMARY KEY,
  name text NOT NULL,
  short_name text NOT NULL,
  naic_code text NOT NULL UNIQUE CHECK (naic_code ~ '^[0-9]{5}$'),
  am_best_rating text,
  comdex smallint CHECK (comdex BETWEEN 1 AND 100),
  phone text,
  fax text,
  is_active boolean NOT NULL DEFAULT true
);
