SELECT firmbook_watch_columns(tgrelid::regclass::text, arguments[1], array_remove(arguments[2:], added))
  FROM (SELECT tgrelid, (string_to_array(encode(tgargs, 'escape'), '\000')) [:tgnargs] AS arguments
        FROM pg_trigger WHERE tgname = 'noted_update') AS present
  JOIN (VALUES ('contact'::regclass, 'custom_fields'), ('annuity', 'surrender_schedule')) AS watched (of_table, added)
    ON tgrelid = of_table;

ALTER TABLE custom_field DROP COLUMN column_number;
