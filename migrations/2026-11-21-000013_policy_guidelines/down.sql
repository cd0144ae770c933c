DROP INDEX annuity_surrender_period_end;
DROP INDEX policy_level_period_end;
DROP INDEX policy_next_premium;
ALTER TABLE policy ADD COLUMN guidelines jsonb;
DROP TABLE policy_guideline;
