DROP FUNCTION firmbook_book_changed() CASCADE;
