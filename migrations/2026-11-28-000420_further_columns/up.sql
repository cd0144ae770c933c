-- Custom fields as columns of the contact lists, and the surrender schedule as a column of the list of annuities.

-- Number of the list column: `customField1` to `customField30`. It never changes, because saved reports, cohorts and
-- tables refer to it. Null for further fields, which only records show.
ALTER TABLE custom_field ADD COLUMN column_number smallint CHECK (column_number BETWEEN 1 AND 30);

DO $$
DECLARE
  of_firm integer;
BEGIN
  FOR of_firm IN SELECT firm_id FROM firm LOOP
    PERFORM set_config('firmbook.firm', of_firm::text, true);
    UPDATE custom_field SET column_number = numbered.place
    FROM (
      SELECT contact_kind, name, row_number() OVER (PARTITION BY contact_kind ORDER BY created_at, name) AS place
      FROM custom_field WHERE firm_id = of_firm
    ) numbered
    WHERE custom_field.firm_id = of_firm AND custom_field.contact_kind = numbered.contact_kind
      AND custom_field.name = numbered.name AND numbered.place <= 30;
  END LOOP;
  PERFORM set_config('firmbook.firm', '', true);
END
$$;

CREATE UNIQUE INDEX custom_field_column ON custom_field (firm_id, contact_kind, column_number);

-- A change of the new columns makes the totals of reports stale that filter by them.
SELECT firmbook_watch_columns(tgrelid::regclass::text, arguments[1], arguments[2:] || added)
  FROM (SELECT tgrelid, (string_to_array(encode(tgargs, 'escape'), '\000')) [:tgnargs] AS arguments
        FROM pg_trigger WHERE tgname = 'noted_update') AS present
  JOIN (VALUES ('contact'::regclass, 'custom_fields'), ('annuity', 'surrender_schedule')) AS watched (of_table, added)
    ON tgrelid = of_table;
