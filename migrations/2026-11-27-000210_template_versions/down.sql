DROP INDEX template_name, template_default;
ALTER TABLE template DROP COLUMN version;
