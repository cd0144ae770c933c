DROP INDEX best_interest_changed;
ALTER TABLE best_interest
  DROP COLUMN search_text,
  DROP COLUMN replaced_number,
  DROP COLUMN is_replacement,
  DROP COLUMN producer,
  DROP COLUMN carrier_name,
  DROP COLUMN annuity_number;
