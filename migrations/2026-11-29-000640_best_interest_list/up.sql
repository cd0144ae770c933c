-- Columns of the list of forms, extracted from the content, which is too long to parse for every row.
ALTER TABLE best_interest
  ADD COLUMN annuity_number text GENERATED ALWAYS AS (content::jsonb #>> '{recommended,number}') STORED,
  ADD COLUMN carrier_name text GENERATED ALWAYS AS (content::jsonb #>> '{recommended,carrier}') STORED,
  ADD COLUMN producer text GENERATED ALWAYS AS (nullif(content::jsonb #>> '{form,recommendation,producer}', '')) STORED,
  ADD COLUMN is_replacement boolean NOT NULL GENERATED ALWAYS AS (
    coalesce(content::jsonb #>> '{form,replacement,isReplacement}' = 'true', false)
  ) STORED,
  ADD COLUMN replaced_number text GENERATED ALWAYS AS (content::jsonb #>> '{replaced,number}') STORED,
  -- Text matched by the search box, besides that of the owner.
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
    firmbook_fold(coalesce(content::jsonb #>> '{recommended,number}', '') || ' '
      || translate(coalesce(content::jsonb #>> '{recommended,number}', ''), ' -', '') || ' '
      || coalesce(content::jsonb #>> '{recommended,carrier}', '') || ' '
      || coalesce(content::jsonb #>> '{form,recommendation,producer}', '') || ' '
      || coalesce(content::jsonb #>> '{replaced,number}', ''))
  ) STORED;

-- The list reads its first page in this order.
CREATE INDEX best_interest_changed ON best_interest (firm_id, updated_at, uuid);
