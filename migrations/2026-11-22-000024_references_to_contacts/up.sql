-- Whoever removes a contact is asked by every reference whether it is used: without an index each answer is a look at all
-- the parties of the firm. Parties that ended are few, so that one index serves this and what is asked of living ones.
CREATE INDEX contract_party_of_contact ON contract_party (firm_id, contact_uuid, line, contract_uuid) INCLUDE (deleted_at);
DROP INDEX contract_party_contact;
ALTER INDEX contract_party_of_contact RENAME TO contract_party_contact;
CREATE INDEX resolution_target ON resolution (firm_id, target_uuid);
CREATE INDEX premium_gift_trust ON premium_gift (firm_id, trust_uuid);
