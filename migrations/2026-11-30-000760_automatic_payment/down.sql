DROP FUNCTION firmbook_pays_automatically(text);
