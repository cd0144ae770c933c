DROP INDEX contract_transaction_date;
ALTER TABLE contract_transaction DROP COLUMN search_text;
