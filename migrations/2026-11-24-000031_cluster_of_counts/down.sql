ALTER TABLE report_change DROP COLUMN cluster;
ALTER TABLE report_count DROP COLUMN cluster;
DROP FUNCTION firmbook_cluster();
