-- The full name of a row as it was typed: where it is the name that lists show of a contact, it says nothing new of it.
ALTER TABLE upload_row ADD COLUMN full_name text;
