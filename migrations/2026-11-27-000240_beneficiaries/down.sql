ALTER TABLE contract_party DROP CONSTRAINT contract_party_role_check;
DROP TABLE beneficiary;
