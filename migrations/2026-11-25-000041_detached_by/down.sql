ALTER TABLE contract_party DROP COLUMN deleted_by;
