ALTER TABLE statutory_amount RENAME CONSTRAINT statutory_amount_amount_check TO yearly_amount_amount_check;
ALTER TABLE statutory_amount DROP CONSTRAINT statutory_amount_kind_check;
UPDATE statutory_amount SET kind = 'GiftExclusion' WHERE kind = 'AnnualExclusion';
ALTER TABLE statutory_amount ADD CONSTRAINT yearly_amount_kind_check CHECK (kind IN ('GiftExclusion', 'LapseLimit'));
ALTER TABLE statutory_amount RENAME CONSTRAINT statutory_amount_pkey TO yearly_amount_pkey;
ALTER TABLE statutory_amount RENAME TO yearly_amount;
