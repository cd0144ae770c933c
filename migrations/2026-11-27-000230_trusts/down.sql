DROP INDEX contact_trust_name;
DROP TABLE trust_person, trust;
