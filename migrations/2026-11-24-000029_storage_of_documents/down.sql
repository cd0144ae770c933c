DROP TABLE document_link;
DROP TRIGGER size_changed ON document;
DROP FUNCTION firmbook_document_size_changed();
DROP TABLE firm_storage;
ALTER TABLE firm DROP COLUMN storage_limit_bytes;
