-- Favorites move with merged contacts.
GRANT UPDATE ON favorite TO firmbook_app;
CREATE INDEX favorite_record ON favorite (firm_id, uuid);
