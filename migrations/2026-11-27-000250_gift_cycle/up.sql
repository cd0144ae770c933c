-- Ends the cycle of a gift: when it paid the premium.
ALTER TABLE premium_gift ADD COLUMN premium_paid_on date;

-- Amounts of the law that change by year, in US dollars. An amount applies from its year until the next one.
CREATE TABLE yearly_amount (
  kind text NOT NULL CHECK (kind IN ('GiftExclusion', 'LapseLimit')),
  from_year smallint NOT NULL,
  amount numeric(14,2) NOT NULL CHECK (amount > 0),
  PRIMARY KEY (kind, from_year)
);
INSERT INTO yearly_amount (kind, from_year, amount) VALUES
  -- 26 U.S.C. 2503(b), adjusted for inflation.
  ('GiftExclusion', 2013, 14000), ('GiftExclusion', 2018, 15000), ('GiftExclusion', 2022, 16000),
  ('GiftExclusion', 2023, 17000), ('GiftExclusion', 2024, 18000), ('GiftExclusion', 2025, 19000),
  -- 26 U.S.C. 2514(e).
  ('LapseLimit', 1976, 5000);
GRANT SELECT ON yearly_amount TO firmbook_app;
