-- Pairs of contacts that a user marked as not duplicates.
CREATE TABLE dismissed_pair (
  firm_id integer NOT NULL REFERENCES firm,
  -- The lower and the higher uuid.
  first_uuid uuid NOT NULL,
  second_uuid uuid NOT NULL,
  -- firmbook_match_values of both contacts. The mark applies as long as neither changes.
  first_values text NOT NULL,
  second_values text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  PRIMARY KEY (firm_id, first_uuid, second_uuid),
  CHECK (first_uuid <= second_uuid),
  FOREIGN KEY (firm_id, first_uuid) REFERENCES contact ON DELETE CASCADE,
  FOREIGN KEY (firm_id, second_uuid) REFERENCES contact ON DELETE CASCADE
);
CREATE INDEX dismissed_pair_second ON dismissed_pair (firm_id, second_uuid);

ALTER TABLE dismissed_pair ENABLE ROW LEVEL SECURITY;
ALTER TABLE dismissed_pair FORCE ROW LEVEL SECURITY;
CREATE POLICY own_firm ON dismissed_pair USING (firm_id = (SELECT firmbook_firm()));
GRANT SELECT, INSERT, UPDATE, DELETE ON dismissed_pair TO firmbook_app;

-- Digest of the values that the duplicate score compares.
CREATE FUNCTION firmbook_match_values(c contact) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN md5(jsonb_build_array((c).first_name, (c).middle_name, (c).last_name, (c).suffix, (c).organization_name,
    (c).trust_date, (c).dob, (c).npn, (c).tax_id_hash, (c).email, (c).phone, (c).mobile_phone, (c).address_line1,
    (c).address_line2, (c).city, (c).postal_code)::text);
