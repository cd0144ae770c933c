DELETE FROM deliverable_content WHERE template_uuid IS NULL;
DROP INDEX deliverable_content_report, deliverable_content_contact, deliverable_content_level;
ALTER TABLE deliverable_content
  DROP CONSTRAINT deliverable_content_firm_id_report_uuid_fkey,
  DROP CONSTRAINT deliverable_content_firm_id_contact_uuid_fkey,
  DROP COLUMN template_type,
  ALTER COLUMN template_uuid SET NOT NULL;
CREATE UNIQUE INDEX deliverable_content_level ON deliverable_content
  (firm_id, template_uuid, part, coalesce(contact_uuid, report_uuid, '00000000-0000-0000-0000-000000000000'::uuid));
