DROP INDEX contact_trust_name;
DROP FUNCTION firmbook_remaining_contact;
DROP TABLE trust_person, trust;
