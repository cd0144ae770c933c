CREATE OR REPLACE FUNCTION firmbook_cohort_members_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cohort SET contact_count = contact_count + changed.by
  FROM (
    SELECT member.firm_id, cohort_uuid, count(*) * (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END) AS by
    FROM changed_members member
    JOIN contact ON contact.firm_id = member.firm_id AND contact.uuid = contact_uuid AND contact.deleted_at IS NULL
    GROUP BY member.firm_id, cohort_uuid
  ) changed
  WHERE cohort.firm_id = changed.firm_id AND cohort.uuid = changed.cohort_uuid;
  RETURN NULL;
END
$$;
