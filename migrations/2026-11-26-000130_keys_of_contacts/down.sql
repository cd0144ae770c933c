DROP INDEX blocking_key_contact;
CREATE INDEX blocking_key_contact ON blocking_key (firm_id, contact_uuid);
