DROP TABLE value_snapshot, contract_party, annuity, policy, contact;
