-- The list of transactions finds the text of a note without case and accents.
ALTER TABLE contract_transaction
  ADD COLUMN search_text text GENERATED ALWAYS AS (firmbook_fold(note)) STORED;

-- The list reads its first page in this order, backwards.
CREATE INDEX contract_transaction_date ON contract_transaction (firm_id, transaction_date, uuid) WHERE deleted_at IS NULL;
