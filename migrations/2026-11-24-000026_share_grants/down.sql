DROP TRIGGER viewers_changed_update ON report_access;
ALTER TABLE report_access
  DROP CONSTRAINT report_access_documents_need_records,
  DROP COLUMN opens_records,
  DROP COLUMN opens_documents;
