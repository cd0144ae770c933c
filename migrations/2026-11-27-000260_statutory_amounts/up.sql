-- Names the limits of the gift tax by the terms of the law.
ALTER TABLE yearly_amount RENAME TO statutory_amount;
ALTER TABLE statutory_amount RENAME CONSTRAINT yearly_amount_pkey TO statutory_amount_pkey;
ALTER TABLE statutory_amount DROP CONSTRAINT yearly_amount_kind_check;
UPDATE statutory_amount SET kind = 'AnnualExclusion' WHERE kind = 'GiftExclusion';
ALTER TABLE statutory_amount ADD CONSTRAINT statutory_amount_kind_check
  CHECK (kind IN ('AnnualExclusion', 'LapseLimit'));
ALTER TABLE statutory_amount RENAME CONSTRAINT yearly_amount_amount_check TO statutory_amount_amount_check;
