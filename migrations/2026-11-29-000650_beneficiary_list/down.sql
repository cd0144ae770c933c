DROP INDEX annuity_deleted;
DROP INDEX policy_deleted;
DROP INDEX beneficiary_search;
DROP INDEX beneficiary_name;
ALTER TABLE beneficiary DROP COLUMN name_key;
