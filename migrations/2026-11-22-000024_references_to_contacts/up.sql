-- Deleting a contact checks every foreign key that references it. Without an index, each check scans all parties of the
-- firm. Few parties are deleted, so that one index serves these checks and the queries for live parties.
CREATE INDEX contract_party_of_contact ON contract_party (firm_id, contact_uuid, line, contract_uuid) INCLUDE (deleted_at);
DROP INDEX contract_party_contact;
ALTER INDEX contract_party_of_contact RENAME TO contract_party_contact;
CREATE INDEX resolution_target ON resolution (firm_id, target_uuid);
CREATE INDEX premium_gift_trust ON premium_gift (firm_id, trust_uuid);
