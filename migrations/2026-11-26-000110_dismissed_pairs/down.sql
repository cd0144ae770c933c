DROP FUNCTION firmbook_match_values(contact);
DROP TABLE dismissed_pair;
