-- Owners who have another role on a policy, such as payor. The totals of contacts count every role, so groups by owner
-- subtract the policies of which the contact is not the owner. There are few.
CREATE INDEX contract_party_not_owner ON contract_party (firm_id, contract_uuid, contact_uuid)
  WHERE kind = 2 AND line = 1 AND deleted_at IS NULL AND role NOT IN ('Owner', 'JointOwner');
