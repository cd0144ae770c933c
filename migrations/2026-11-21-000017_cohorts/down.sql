DROP TRIGGER member_deleted ON contact;
DROP FUNCTION firmbook_cohort_member_deleted;
DROP TRIGGER members_removed ON cohort_contact;
DROP TRIGGER members_added ON cohort_contact;
DROP FUNCTION firmbook_cohort_members_changed;
DELETE FROM cohort WHERE deleted_at IS NOT NULL;
DROP INDEX cohort_name;
ALTER TABLE cohort ADD UNIQUE (firm_id, name);
ALTER TABLE cohort_contact DROP COLUMN added_by;
ALTER TABLE cohort
  DROP CONSTRAINT cohort_rule,
  DROP COLUMN search_text,
  DROP COLUMN contact_count,
  DROP COLUMN request_hash,
  DROP COLUMN deleted_at,
  DROP COLUMN updated_by,
  DROP COLUMN updated_at,
  DROP COLUMN description;
