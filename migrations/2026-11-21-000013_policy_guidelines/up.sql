-- PolicyGuard monitors a policy against an agreed minimum and maximum of each parameter.

CREATE TABLE policy_guideline (
  firm_id integer NOT NULL,
  policy_uuid uuid NOT NULL,
  parameter text NOT NULL CHECK (parameter IN ('lapseAge', 'deathBenefit', 'premium', 'creditingRate', 'comdex')),
  minimum numeric,
  maximum numeric,
  PRIMARY KEY (firm_id, policy_uuid, parameter),
  FOREIGN KEY (firm_id, policy_uuid) REFERENCES policy,
  CHECK (num_nonnulls(minimum, maximum) > 0 AND minimum <= maximum)
);
ALTER TABLE policy_guideline ENABLE ROW LEVEL SECURITY;
ALTER TABLE policy_guideline FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON policy_guideline USING (firm_id = (SELECT firmbook_firm()));
GRANT SELECT, INSERT, UPDATE, DELETE ON policy_guideline TO firmbook_app;

-- The column was never written.
ALTER TABLE policy DROP COLUMN guidelines;

-- Indexes for the upcoming dates on the home page.
CREATE INDEX policy_next_premium ON policy (firm_id, next_premium_date)
  WHERE deleted_at IS NULL AND next_premium_date IS NOT NULL;
CREATE INDEX policy_level_period_end ON policy (firm_id, level_period_end_date)
  WHERE deleted_at IS NULL AND level_period_end_date IS NOT NULL;
CREATE INDEX annuity_surrender_period_end ON annuity (firm_id, surrender_period_end_date)
  WHERE deleted_at IS NULL AND surrender_period_end_date IS NOT NULL;
