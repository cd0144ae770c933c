-- A report count is compared with the ids of later transactions. These ids are meaningful only within the cluster
-- that assigned them. Rows restored from a dump keep the identifier of their old cluster.
CREATE FUNCTION firmbook_cluster() RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT system_identifier FROM pg_control_system());

-- A count from another cluster is stale.
ALTER TABLE report_count ADD COLUMN cluster bigint NOT NULL DEFAULT firmbook_cluster();
-- Changes from another cluster are included in every count of this one.
ALTER TABLE report_change ADD COLUMN cluster bigint NOT NULL DEFAULT firmbook_cluster();
