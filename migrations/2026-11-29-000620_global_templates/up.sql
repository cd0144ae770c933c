-- Templates and default texts of documents that staff maintain for all firms. Built-in ones are part of the program.
CREATE TABLE global_template (
  uuid uuid PRIMARY KEY,
  template_type smallint NOT NULL CHECK (template_type BETWEEN 1 AND 4),
  name text NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  -- Firms can no longer choose it. Schedules that use it continue.
  is_retired boolean NOT NULL DEFAULT false,
  body jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  CHECK (NOT (is_default AND is_retired))
);
CREATE UNIQUE INDEX global_template_name ON global_template (template_type, lower(name));
CREATE UNIQUE INDEX global_template_default ON global_template (template_type) WHERE is_default;

CREATE TABLE global_text (
  -- Deliverable kind, 1 to 5.
  template_type smallint NOT NULL CHECK (template_type BETWEEN 1 AND 5),
  part text NOT NULL,
  -- A formatted text as JSON.
  value text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL,
  updated_by text NOT NULL REFERENCES app_user,
  -- Their name at that time. Staff cannot see other users without opening a firm.
  updated_by_name text NOT NULL,
  PRIMARY KEY (template_type, part)
);

-- What staff changed for all firms. Rows are never changed or deleted.
CREATE TABLE platform_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_key text NOT NULL REFERENCES app_user,
  -- Their name at that time.
  actor_name text NOT NULL,
  action text NOT NULL,
  -- Name of the template or text.
  about text NOT NULL,
  before jsonb,
  after jsonb
);

-- Everyone uses templates and texts, and staff change them. Only staff see the changes.
ALTER TABLE global_template ENABLE ROW LEVEL SECURITY;
ALTER TABLE global_text ENABLE ROW LEVEL SECURITY;
ALTER TABLE platform_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY everyone ON global_template FOR SELECT USING (true);
CREATE POLICY everyone ON global_text FOR SELECT USING (true);
CREATE POLICY staff ON global_template USING ((SELECT firmbook_is_staff()));
CREATE POLICY staff ON global_text USING ((SELECT firmbook_is_staff()));
CREATE POLICY staff ON platform_change USING ((SELECT firmbook_is_staff()));
GRANT SELECT, INSERT, UPDATE ON global_template TO firmbook_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON global_text TO firmbook_app;
GRANT SELECT, INSERT ON platform_change TO firmbook_app;
