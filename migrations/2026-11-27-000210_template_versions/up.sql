ALTER TABLE template ADD COLUMN version integer NOT NULL DEFAULT 1;
-- A firm has one default template of a kind.
CREATE UNIQUE INDEX template_default ON template (firm_id, template_type) WHERE is_default;
CREATE UNIQUE INDEX template_name ON template (firm_id, template_type, lower(name));
