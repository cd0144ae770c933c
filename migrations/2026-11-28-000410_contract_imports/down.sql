DROP TABLE upload_contract_effect, upload_contract_match, upload_contract_row;
DELETE FROM upload_mapping WHERE upload_type > 3;
DELETE FROM upload WHERE upload_type > 3;
ALTER TABLE upload_mapping DROP CONSTRAINT upload_mapping_upload_type_check;
ALTER TABLE upload_mapping ADD CONSTRAINT upload_mapping_upload_type_check CHECK (upload_type IN (1, 2, 3));
ALTER TABLE upload DROP CONSTRAINT upload_upload_type_check;
ALTER TABLE upload ADD CONSTRAINT upload_upload_type_check CHECK (upload_type IN (1, 2, 3));
