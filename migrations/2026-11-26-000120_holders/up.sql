-- The contact that holds the records of a contact: itself, unless it was merged into another one.
CREATE FUNCTION firmbook_holder(firm integer, contact_uuid uuid) RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  BEGIN ATOMIC
    WITH RECURSIVE up AS (
      SELECT uuid, merged_into FROM contact WHERE firm_id = firm AND uuid = contact_uuid
      UNION ALL
      SELECT c.uuid, c.merged_into FROM up JOIN contact c ON c.firm_id = firm AND c.uuid = up.merged_into
    )
    SELECT uuid FROM up WHERE merged_into IS NULL;
  END;
