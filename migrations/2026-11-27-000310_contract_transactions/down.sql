DROP TABLE contract_transaction;
