DROP TABLE yearly_amount;
ALTER TABLE premium_gift DROP COLUMN premium_paid_on;
