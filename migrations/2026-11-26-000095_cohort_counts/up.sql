-- Looks up each changed member by primary key. A join was planned for a table without statistics, compared every member
-- with every contact, and took seconds for 5,000 members.
CREATE OR REPLACE FUNCTION firmbook_cohort_members_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cohort SET contact_count = contact_count + changed.by
  FROM (
    SELECT firm_id, cohort_uuid, count(*) FILTER (WHERE is_live) * (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END) AS by
    FROM (
      SELECT member.firm_id, cohort_uuid,
        (SELECT deleted_at IS NULL FROM contact
         WHERE contact.firm_id = member.firm_id AND contact.uuid = member.contact_uuid) AS is_live
      FROM changed_members member
    ) members
    GROUP BY firm_id, cohort_uuid
  ) changed
  WHERE cohort.firm_id = changed.firm_id AND cohort.uuid = changed.cohort_uuid AND changed.by <> 0;
  RETURN NULL;
END
$$;
