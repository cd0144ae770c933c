-- Cohort sends can attach a book of business. A schedule without a template attaches lists of contracts.

ALTER TABLE cohort_schedule ADD CONSTRAINT cohort_schedule_book CHECK
  (CASE WHEN deliverable_type IS NULL THEN template_uuid IS NULL AND group_by IS NULL
   ELSE deliverable_type IN (1, 2) AND template_uuid IS NOT NULL AND group_by IS NOT NULL
     AND group_by BETWEEN 1 AND 7 END);

ALTER TABLE cohort_send
  ADD COLUMN template_uuid uuid,
  ADD COLUMN group_by smallint,
  ADD CONSTRAINT cohort_send_book CHECK
    (CASE WHEN template_uuid IS NULL THEN group_by IS NULL
     ELSE group_by IS NOT NULL AND group_by BETWEEN 1 AND 7 END);
