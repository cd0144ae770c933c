-- Deleted documents are removed after a while. This index finds them.
CREATE INDEX document_deleted ON document (firm_id, deleted_at) WHERE deleted_at IS NOT NULL;
