DROP TRIGGER check_seal ON contact;
DROP FUNCTION firmbook_check_seal();
DROP TABLE sealing_key;
