DROP INDEX contract_party_not_owner;
