-- What users do with the rows of their work queue. A row is identified by its kind (shared::home::WorkKind) and the uuid of
-- its contract, owner, gift or medical request. `day` is its due date: when that changes, the row is a new one.
CREATE TABLE work_snooze (
  firm_id integer NOT NULL REFERENCES firm,
  user_key text NOT NULL REFERENCES app_user,
  kind text NOT NULL,
  record_uuid uuid NOT NULL,
  day date,
  -- The first day on which the row is shown again.
  until date NOT NULL,
  PRIMARY KEY (firm_id, user_key, kind, record_uuid)
);

CREATE TABLE work_assignment (
  firm_id integer NOT NULL REFERENCES firm,
  kind text NOT NULL,
  record_uuid uuid NOT NULL,
  day date,
  assignee text NOT NULL REFERENCES app_user,
  assigned_by text NOT NULL,
  assigned_at timestamptz NOT NULL,
  PRIMARY KEY (firm_id, kind, record_uuid)
);
CREATE INDEX work_assignment_assignee ON work_assignment (firm_id, assignee, assigned_at DESC);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array['work_snooze', 'work_assignment'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO firmbook_app', name);
  END LOOP;
END
$$;
