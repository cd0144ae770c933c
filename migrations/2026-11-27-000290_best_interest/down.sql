SELECT firmbook_watch_columns('contact', arguments[1], array_remove(arguments[2:], 'best_interest_review_due'))
  FROM (SELECT (string_to_array(encode(tgargs, 'escape'), '\000')) [:tgnargs] AS arguments
        FROM pg_trigger WHERE tgrelid = 'contact'::regclass AND tgname = 'noted_update') AS present;

DROP TABLE best_interest;
DROP FUNCTION firmbook_best_interest_changed();
DROP FUNCTION firmbook_refresh_best_interest(integer, uuid[]);
DROP FUNCTION firmbook_keep_signed_form();
ALTER TABLE contact DROP COLUMN best_interest_review_due;
