-- Begins with the contact, so that no other index than the primary key begins with the firm. For a firm that is not in
-- the statistics yet, PostgreSQL read all keys of the firm by this index, for each key that it looked up.
DROP INDEX blocking_key_contact;
CREATE INDEX blocking_key_contact ON blocking_key (contact_uuid, firm_id);
