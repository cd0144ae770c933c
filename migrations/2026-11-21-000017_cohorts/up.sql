-- Cohorts: description, member count, and restoring deleted cohorts.

ALTER TABLE cohort
  ADD COLUMN description text,
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_by text,
  ADD COLUMN deleted_at timestamptz,
  -- Keyed hash of the request that created the cohort under an idempotency key.
  ADD COLUMN request_hash bytea,
  -- Number of members that are not deleted. The triggers below maintain it. 0 for rule cohorts.
  ADD COLUMN contact_count bigint NOT NULL DEFAULT 0,
  ADD COLUMN search_text text NOT NULL
    GENERATED ALWAYS AS (firmbook_fold(name || ' ' || coalesce(description, ''))) STORED,
  ADD CONSTRAINT cohort_rule CHECK ((kind = 'Rule') = (filter IS NOT NULL));

ALTER TABLE cohort_contact ADD COLUMN added_by text;

-- Deleting a cohort frees its name. Restoring the cohort requires that the name is still available.
ALTER TABLE cohort DROP CONSTRAINT cohort_firm_id_name_key;
CREATE UNIQUE INDEX cohort_name ON cohort (firm_id, firmbook_fold(name)) WHERE deleted_at IS NULL;

CREATE FUNCTION firmbook_cohort_members_changed() RETURNS trigger
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
CREATE TRIGGER members_added AFTER INSERT ON cohort_contact
  REFERENCING NEW TABLE AS changed_members
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_cohort_members_changed();
CREATE TRIGGER members_removed AFTER DELETE ON cohort_contact
  REFERENCING OLD TABLE AS changed_members
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_cohort_members_changed();

-- A deleted contact remains a member, so that restoring it restores its membership. Meanwhile it is not counted.
CREATE FUNCTION firmbook_cohort_member_deleted() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE cohort SET contact_count = contact_count + (CASE WHEN NEW.deleted_at IS NULL THEN 1 ELSE -1 END)
  FROM cohort_contact member
  WHERE member.firm_id = NEW.firm_id AND member.contact_uuid = NEW.uuid
    AND cohort.firm_id = member.firm_id AND cohort.uuid = member.cohort_uuid;
  RETURN NULL;
END
$$;
CREATE TRIGGER member_deleted AFTER UPDATE OF deleted_at ON contact
  FOR EACH ROW WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
  EXECUTE FUNCTION firmbook_cohort_member_deleted();
