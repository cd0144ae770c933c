-- The home page queries conversion rights that expire soon.
CREATE INDEX policy_conversion_expiry ON policy (firm_id, conversion_expiry_date)
  WHERE deleted_at IS NULL AND conversion_expiry_date IS NOT NULL;
