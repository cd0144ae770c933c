-- Texts can be set for a whole firm, without template. Nothing could add rows before.
ALTER TABLE deliverable_content
  -- Deliverable kind: 1 Agent, 2 Owner, 3 ReportSummary, 4 ReportSummaryOwner
  ADD COLUMN template_type smallint NOT NULL CHECK (template_type BETWEEN 1 AND 4),
  ALTER COLUMN template_uuid DROP NOT NULL,
  ADD CHECK (template_uuid IS NOT NULL OR num_nonnulls(contact_uuid, report_uuid) = 0),
  ADD FOREIGN KEY (firm_id, contact_uuid) REFERENCES contact ON DELETE CASCADE,
  ADD FOREIGN KEY (firm_id, report_uuid) REFERENCES report ON DELETE CASCADE;
DROP INDEX deliverable_content_level;
CREATE UNIQUE INDEX deliverable_content_level ON deliverable_content
  (firm_id, template_type, part, template_uuid, contact_uuid, report_uuid) NULLS NOT DISTINCT;
-- For the foreign keys.
CREATE INDEX deliverable_content_contact ON deliverable_content (firm_id, contact_uuid)
  WHERE contact_uuid IS NOT NULL;
CREATE INDEX deliverable_content_report ON deliverable_content (firm_id, report_uuid)
  WHERE report_uuid IS NOT NULL;
