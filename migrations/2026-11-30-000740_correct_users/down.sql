DROP FUNCTION firmbook_correct_user(text, text, text, text, text);
DROP FUNCTION firmbook_has_signed_in(text);
DROP FUNCTION firmbook_works_elsewhere(text);
