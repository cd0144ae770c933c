DELETE FROM deliverable_content WHERE template_type = 5;
ALTER TABLE deliverable_content
  DROP CONSTRAINT deliverable_content_letter,
  DROP CONSTRAINT deliverable_content_part_check,
  ADD CONSTRAINT deliverable_content_part_check CHECK (part IN ('CoverPage', 'Disclosure', 'Recommendation')),
  DROP CONSTRAINT deliverable_content_template_type_check,
  ADD CONSTRAINT deliverable_content_template_type_check CHECK (template_type BETWEEN 1 AND 4);
DELETE FROM mail_outbox WHERE cause = 'Letter';
ALTER TABLE mail_outbox
  DROP CONSTRAINT mail_outbox_letter_fkey,
  DROP CONSTRAINT mail_outbox_subject,
  DROP COLUMN letter_uuid,
  ADD CONSTRAINT mail_outbox_subject CHECK
    ((cause = 'Cohort') = (user_key IS NULL)
      AND num_nulls(schedule_uuid, send_date, contact_uuid) = CASE cause WHEN 'Cohort' THEN 0 ELSE 3 END),
  DROP CONSTRAINT mail_outbox_cause_check,
  ADD CONSTRAINT mail_outbox_cause_check CHECK (cause IN ('Notice', 'Daily', 'Weekly', 'Cohort'));
DROP TABLE crummey_letter;
