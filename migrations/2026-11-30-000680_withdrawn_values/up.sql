-- Values whose change was undone. The row stays, but the value history and the trends leave it out. All other columns
-- remain append-only.
ALTER TABLE value_snapshot ADD COLUMN withdrawn_at timestamptz;
GRANT UPDATE (withdrawn_at) ON value_snapshot TO firmbook_app;
