DROP INDEX beneficiary_name;
ALTER TABLE beneficiary DROP COLUMN name_key;
