-- Sessions of widgets that show a report or import records, and previews in the portal.
ALTER TABLE embed_session
  -- The saved report that the widget shows.
  ADD COLUMN report_uuid uuid,
  -- Actions that the widget can take.
  ADD COLUMN scopes text[] NOT NULL DEFAULT '{}',
  -- NULL for previews, which administrators create without a key.
  ALTER COLUMN key_uuid DROP NOT NULL;
