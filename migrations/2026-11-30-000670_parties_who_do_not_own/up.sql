-- Owners who are on a policy in another role only, such as payor. There are few of them, and groups by owner subtract
-- them from the totals of contacts, which count every role.
CREATE INDEX contract_party_not_owner ON contract_party (firm_id, contract_uuid, contact_uuid)
  WHERE kind = 2 AND line = 1 AND deleted_at IS NULL AND role NOT IN ('Owner', 'JointOwner');
