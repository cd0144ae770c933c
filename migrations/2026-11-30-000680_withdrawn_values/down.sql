REVOKE UPDATE (withdrawn_at) ON value_snapshot FROM firmbook_app;
DELETE FROM value_snapshot WHERE withdrawn_at IS NOT NULL;
ALTER TABLE value_snapshot DROP COLUMN withdrawn_at;
