-- Lists of people show "Last, First", like the lists of contacts, and sort by it. Null if a name is listed as it is
-- written.
-- The indexes on the former keys go first, because they would slow down the update of every row.
ALTER TABLE beneficiary DROP COLUMN name_key, ADD COLUMN list_name text;
ALTER TABLE trust_person DROP COLUMN name_key, DROP COLUMN search_text, ADD COLUMN list_name text;

-- Approximates `list_name` of shared/src/person.rs for the names of before. A change of a person computes it again.
DO $$
DECLARE
  of_firm integer;
  people text;
BEGIN
  FOR of_firm IN SELECT firm_id FROM firm LOOP
    PERFORM set_config('firmbook.firm', of_firm::text, true);
    FOREACH people IN ARRAY ARRAY['beneficiary', 'trust_person'] LOOP
      EXECUTE format(
        'UPDATE %I SET list_name = CASE
           WHEN name ~* ''^[^ ]+ .+ (jr|sr|ii|iii|iv|v|md|phd|esq)\.?$''
             THEN regexp_replace(name, ''^(.+) ([^ ]+) ([^ ]+)$'', ''\2, \1 \3'')
           ELSE regexp_replace(name, ''^(.+) ([^ ]+)$'', ''\2, \1'') END
         WHERE firm_id = %s AND name LIKE ''%% %%'' AND name !~ ''[,&+]'' AND name !~*
           ''\m(trust|trusts|trustee|trustees|ilit|estate|foundation|charity|charities|church|ministries|lp|llp|partnership|partners|llc|inc|incorporated|corp|corporation|company|co|ltd|limited|agency|association|bank|fund|group|holdings|university|college|and|of|the)\M''',
        people, of_firm);
    END LOOP;
  END LOOP;
  PERFORM set_config('firmbook.firm', '', true);
END $$;

ALTER TABLE beneficiary
  ADD COLUMN name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (firmbook_fold(coalesce(list_name, name))) STORED;
CREATE INDEX beneficiary_name ON beneficiary (firm_id, name_key, uuid) WHERE deleted_at IS NULL;
CREATE INDEX beneficiary_search ON beneficiary USING gin (firm_id, name_key gin_trgm_ops) WHERE deleted_at IS NULL;

ALTER TABLE trust_person
  ADD COLUMN name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (firmbook_fold(coalesce(list_name, name))) STORED,
  -- Text matched by the search box, besides that of the trust.
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
    firmbook_fold(coalesce(list_name, name) || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' '
      || coalesce(guardian, ''))
  ) STORED;
CREATE INDEX trust_person_name ON trust_person (firm_id, role, name_key, uuid) WHERE deleted_at IS NULL;
