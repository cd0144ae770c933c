-- Reports, cohorts, deliverables, merges, uploads, notifications, settings and the audit log.

CREATE TABLE report (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  -- 1 Policy, 2 AllPolicy, 3 Annuity, 4 Agent, 5 Insured, 6 Owner
  report_type smallint NOT NULL CHECK (report_type BETWEEN 1 AND 6),
  owner_key text NOT NULL REFERENCES app_user,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  description text,
  -- shared::list::ListQuery: filter, sort, columns, labels, search
  query jsonb NOT NULL,
  totals jsonb,
  totals_as_of timestamptz,
  last_opened_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (firm_id, uuid),
  UNIQUE (firm_id, owner_key, report_type, name)
);

CREATE TABLE report_access (
  firm_id integer NOT NULL,
  report_uuid uuid NOT NULL,
  user_key text NOT NULL REFERENCES app_user,
  PRIMARY KEY (firm_id, report_uuid, user_key),
  FOREIGN KEY (firm_id, report_uuid) REFERENCES report ON DELETE CASCADE
);
CREATE INDEX report_access_user ON report_access (firm_id, user_key);

CREATE TABLE report_subscription (
  firm_id integer NOT NULL,
  report_uuid uuid NOT NULL,
  user_key text NOT NULL REFERENCES app_user,
  is_digest boolean NOT NULL DEFAULT false,
  -- Row uuids and totals last sent to the subscriber.
  last_sent jsonb,
  last_sent_at timestamptz,
  PRIMARY KEY (firm_id, report_uuid, user_key),
  FOREIGN KEY (firm_id, report_uuid) REFERENCES report ON DELETE CASCADE
);
CREATE INDEX report_subscription_user ON report_subscription (firm_id, user_key);

CREATE TABLE cohort (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  contact_kind smallint NOT NULL CHECK (contact_kind IN (1, 2)),
  -- Static: members are listed in cohort_contact. Rule: members are the contacts that match the filter.
  kind text NOT NULL CHECK (kind IN ('Static', 'Rule')),
  filter jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  PRIMARY KEY (firm_id, uuid),
  UNIQUE (firm_id, name)
);

CREATE TABLE cohort_contact (
  firm_id integer NOT NULL,
  cohort_uuid uuid NOT NULL,
  contact_uuid uuid NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (firm_id, cohort_uuid, contact_uuid),
  FOREIGN KEY (firm_id, cohort_uuid) REFERENCES cohort ON DELETE CASCADE,
  FOREIGN KEY (firm_id, contact_uuid) REFERENCES contact
);
CREATE INDEX cohort_contact_contact ON cohort_contact (firm_id, contact_uuid);

CREATE TABLE cohort_schedule (
  firm_id integer NOT NULL,
  schedule_uuid uuid NOT NULL,
  cohort_uuid uuid NOT NULL,
  name text NOT NULL,
  deliverable_type smallint,
  template_uuid uuid,
  group_by smallint,
  frequency text NOT NULL,
  first_send_date date NOT NULL,
  send_time time NOT NULL,
  time_zone text NOT NULL,
  send_to text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  includes_annuities boolean NOT NULL DEFAULT true,
  status text NOT NULL DEFAULT 'Active' CHECK (status IN ('Active', 'Paused', 'Ended')),
  last_send_date date,
  next_send_date date,
  PRIMARY KEY (firm_id, schedule_uuid),
  FOREIGN KEY (firm_id, cohort_uuid) REFERENCES cohort ON DELETE CASCADE
);
CREATE INDEX cohort_schedule_cohort ON cohort_schedule (firm_id, cohort_uuid);

-- Firm 0 holds the default templates, which every firm can use.
CREATE TABLE template (
  firm_id integer NOT NULL CHECK (firm_id >= 0),
  uuid uuid NOT NULL,
  -- Deliverable kind: 1 Agent, 2 Owner, 3 ReportSummary, 4 ReportSummaryOwner
  template_type smallint NOT NULL CHECK (template_type BETWEEN 1 AND 4),
  name text NOT NULL,
  body jsonb NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  PRIMARY KEY (firm_id, uuid)
);

-- Cover page, disclosure and recommendation. The most specific level that is set takes precedence.
CREATE TABLE deliverable_content (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  template_uuid uuid NOT NULL,
  part text NOT NULL CHECK (part IN ('CoverPage', 'Disclosure', 'Recommendation')),
  -- If both are null, the value applies to the template in the whole firm.
  contact_uuid uuid,
  report_uuid uuid,
  value text NOT NULL CHECK (octet_length(value) <= 204800),
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  PRIMARY KEY (firm_id, uuid),
  CHECK (num_nonnulls(contact_uuid, report_uuid) <= 1)
);
CREATE UNIQUE INDEX deliverable_content_level ON deliverable_content
  (firm_id, template_uuid, part, coalesce(contact_uuid, report_uuid, '00000000-0000-0000-0000-000000000000'::uuid));

CREATE TABLE document (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  -- contact, report, policy, annuity
  subject_type text NOT NULL,
  subject_uuid uuid NOT NULL,
  template_uuid uuid,
  name text NOT NULL,
  media_type text NOT NULL,
  size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
  -- SHA-256 of the content, and its key in the object store.
  content_hash bytea NOT NULL,
  storage_key text NOT NULL,
  store_date timestamptz NOT NULL DEFAULT now(),
  stored_by text,
  deleted_at timestamptz,
  PRIMARY KEY (firm_id, uuid)
);
CREATE INDEX document_subject ON document (firm_id, subject_uuid, store_date DESC) WHERE deleted_at IS NULL;

-- A merge of contacts. It records the merged contacts and every moved link, so that it can be undone.
CREATE TABLE resolution (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  contact_kind smallint NOT NULL CHECK (contact_kind IN (1, 2)),
  target_uuid uuid NOT NULL,
  merged_uuids uuid[] NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  undone_at timestamptz,
  undone_by text,
  PRIMARY KEY (firm_id, uuid),
  FOREIGN KEY (firm_id, target_uuid) REFERENCES contact
);

CREATE TABLE resolution_link (
  firm_id integer NOT NULL,
  resolution_uuid uuid NOT NULL,
  contract_uuid uuid NOT NULL,
  from_contact_uuid uuid NOT NULL,
  link jsonb NOT NULL,
  PRIMARY KEY (firm_id, resolution_uuid, contract_uuid, from_contact_uuid),
  FOREIGN KEY (firm_id, resolution_uuid) REFERENCES resolution ON DELETE CASCADE
);

CREATE TABLE upload (
  firm_id integer NOT NULL REFERENCES firm,
  storage_guid uuid NOT NULL,
  -- Contact kind of the rows
  upload_type smallint NOT NULL CHECK (upload_type IN (1, 2, 3)),
  file_name text NOT NULL,
  size_bytes bigint NOT NULL,
  content_hash bytea NOT NULL,
  header_fingerprint bytea,
  mapping jsonb,
  state text NOT NULL,
  counts jsonb,
  cohort_uuid uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  submitted_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  PRIMARY KEY (firm_id, storage_guid)
);

CREATE TABLE user_notification (
  firm_id integer NOT NULL REFERENCES firm,
  user_key text NOT NULL REFERENCES app_user,
  user_notification_history_id bigint GENERATED ALWAYS AS IDENTITY,
  notification_type smallint NOT NULL,
  display_name text NOT NULL,
  application_url text,
  is_read boolean NOT NULL DEFAULT false,
  create_date timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  -- Notification type, subject and due date. Prevents a second run from repeating a notification.
  dedup_key text NOT NULL,
  PRIMARY KEY (firm_id, user_key, user_notification_history_id),
  UNIQUE (firm_id, user_key, dedup_key)
);
CREATE INDEX user_notification_list ON user_notification (firm_id, user_key, create_date DESC)
  WHERE removed_at IS NULL;

CREATE TABLE notification_preference (
  firm_id integer NOT NULL REFERENCES firm,
  user_key text NOT NULL REFERENCES app_user,
  notification_type smallint NOT NULL,
  is_pushed boolean NOT NULL DEFAULT true,
  email text NOT NULL DEFAULT 'Off' CHECK (email IN ('Off', 'Immediate', 'Digest')),
  PRIMARY KEY (firm_id, user_key, notification_type)
);

CREATE TABLE table_state (
  firm_id integer NOT NULL REFERENCES firm,
  user_key text NOT NULL REFERENCES app_user,
  list text NOT NULL,
  state jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (firm_id, user_key, list)
);

-- Append-only: the application role can only insert and read.
CREATE TABLE audit_log (
  firm_id integer NOT NULL REFERENCES firm,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  actor_key text NOT NULL,
  on_behalf_of_key text,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_uuid uuid,
  details jsonb NOT NULL DEFAULT '{}',
  trace_id text,
  address inet,
  PRIMARY KEY (firm_id, id)
);
CREATE INDEX audit_log_subject ON audit_log (firm_id, subject_uuid, id);
