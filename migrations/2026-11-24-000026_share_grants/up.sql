-- Sharing a report with an outside advisor shows them its rows and columns. These columns grant more access. Other
-- roles do not need them.
ALTER TABLE report_access
  -- The records of the rows can be opened as a whole.
  ADD COLUMN opens_records boolean NOT NULL DEFAULT false,
  -- Documents of these records can be opened.
  ADD COLUMN opens_documents boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT report_access_documents_need_records CHECK (opens_records OR NOT opens_documents);

CREATE TRIGGER viewers_changed_update AFTER UPDATE ON report_access REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_sharing_changed();
