-- The full name as entered in the file. If it equals the contact's display name, the row's name parts add nothing new.
ALTER TABLE upload_row ADD COLUMN full_name text;
