-- Invalidates cached data of a firm. The payload is the firm, or empty if the writer set no firm for row-level
-- security. The triggers use no transition tables, so that bulk loads have no overhead. ENABLE ALWAYS makes them fire
-- even in loads that disable other triggers.

CREATE FUNCTION firmbook_book_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('firmbook_book', coalesce(current_setting('firmbook.firm', true), ''));
  RETURN NULL;
END
$$;

CREATE TRIGGER book_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON contact
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_book_changed();
CREATE TRIGGER book_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON policy
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_book_changed();
CREATE TRIGGER book_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON annuity
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_book_changed();
CREATE TRIGGER book_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON firm_list_total
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_book_changed();

ALTER TABLE contact ENABLE ALWAYS TRIGGER book_changed;
ALTER TABLE policy ENABLE ALWAYS TRIGGER book_changed;
ALTER TABLE annuity ENABLE ALWAYS TRIGGER book_changed;
ALTER TABLE firm_list_total ENABLE ALWAYS TRIGGER book_changed;
