DROP INDEX document_deleted;
