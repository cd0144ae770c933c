ALTER TABLE cohort_send DROP COLUMN template_uuid, DROP COLUMN group_by;
ALTER TABLE cohort_schedule DROP CONSTRAINT cohort_schedule_book;
