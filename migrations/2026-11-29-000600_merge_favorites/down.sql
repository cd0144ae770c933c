DROP INDEX favorite_record;
REVOKE UPDATE ON favorite FROM firmbook_app;
