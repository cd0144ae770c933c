-- Report summaries that a worker generates. A row is deleted together with storing its document.
CREATE TABLE summary_job (
  firm_id integer NOT NULL REFERENCES firm,
  -- The document gets this uuid.
  document_uuid uuid NOT NULL,
  report_uuid uuid NOT NULL,
  template_uuid uuid NOT NULL,
  -- Deliverable kind: 3 ReportSummary, 4 ReportSummaryOwner
  deliverable_type smallint NOT NULL CHECK (deliverable_type IN (3, 4)),
  group_by smallint NOT NULL CHECK (group_by BETWEEN 1 AND 7),
  requested_by text NOT NULL,
  -- Staff see all rows of the firm.
  is_staffs boolean NOT NULL,
  requested_at timestamptz NOT NULL,
  request_hash bytea,
  attempts smallint NOT NULL DEFAULT 0,
  -- Also the end of the lease while a node works on it.
  next_try_at timestamptz NOT NULL,
  -- Why it failed. Null while it waits.
  error text,
  PRIMARY KEY (firm_id, document_uuid),
  FOREIGN KEY (firm_id, report_uuid) REFERENCES report ON DELETE CASCADE
);
CREATE INDEX summary_job_report ON summary_job (firm_id, report_uuid);
CREATE INDEX summary_job_waiting ON summary_job (next_try_at) WHERE error IS NULL;
ALTER TABLE summary_job ENABLE ROW LEVEL SECURITY;
ALTER TABLE summary_job FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON summary_job USING (firm_id = (SELECT firmbook_firm()));
-- The worker finds the waiting jobs of all firms. Only its transactions set firmbook.summaries, never those of requests.
CREATE POLICY worker ON summary_job FOR SELECT USING ((SELECT current_setting('firmbook.summaries', true)) = 'on');
GRANT SELECT, INSERT, UPDATE, DELETE ON summary_job TO firmbook_app;
