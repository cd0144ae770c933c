-- Who detached a contact from a contract. This user can undo it, even if the contact is no longer visible to them.
ALTER TABLE contract_party ADD COLUMN deleted_by text;
