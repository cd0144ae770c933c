DELETE FROM summary_job WHERE report_uuid IS NULL;
ALTER TABLE summary_job
  DROP CONSTRAINT summary_job_deliverable_type_check,
  ADD CONSTRAINT summary_job_deliverable_type_check CHECK (deliverable_type IN (3, 4)),
  DROP COLUMN contact_uuid,
  DROP COLUMN includes_annuities,
  ALTER COLUMN report_uuid SET NOT NULL;
