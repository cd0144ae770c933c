DROP INDEX premium_gift_trust, resolution_target;
CREATE INDEX contract_party_of_contact ON contract_party (firm_id, contact_uuid, line, contract_uuid)
  WHERE deleted_at IS NULL;
DROP INDEX contract_party_contact;
ALTER INDEX contract_party_of_contact RENAME TO contract_party_contact;
