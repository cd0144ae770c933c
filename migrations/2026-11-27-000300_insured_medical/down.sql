DROP TABLE medical_letter;
ALTER TABLE medical_document DROP CONSTRAINT medical_document_firm_id_request_uuid_fkey;
DROP TABLE medical_request;
DROP TABLE medical_document;
DROP FUNCTION firmbook_medical_document_added();
DROP FUNCTION firmbook_show_medical_state();
DROP FUNCTION firmbook_check_medical_seal();
DROP TABLE medical_key;
