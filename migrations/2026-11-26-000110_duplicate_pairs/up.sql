-- Possible duplicates. A job compares each added or changed agent and owner with the contacts that share a blocking key
-- (shared::resolution), and stores the pairs.

-- Agents and owners that the job has to compare, oldest first. A contact may be listed more than once.
CREATE TABLE duplicate_check (
  firm_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  contact_uuid uuid NOT NULL,
  PRIMARY KEY (firm_id, id)
);

-- The last comparison of all contacts of a firm, for its progress.
CREATE TABLE duplicate_run (
  firm_id integer PRIMARY KEY REFERENCES firm,
  -- shared::resolution::VERSION. Another version compares all contacts again.
  version smallint NOT NULL,
  contact_count integer NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  started_by text
);

-- Hashes of the blocking keys of a contact, for each kind of contact.
CREATE TABLE blocking_key (
  firm_id integer NOT NULL,
  key_hash bigint NOT NULL,
  contact_uuid uuid NOT NULL,
  PRIMARY KEY (firm_id, key_hash, contact_uuid)
);
CREATE INDEX blocking_key_contact ON blocking_key (firm_id, contact_uuid);

CREATE TABLE duplicate_pair (
  firm_id integer NOT NULL REFERENCES firm,
  uuid uuid NOT NULL,
  contact_kind smallint NOT NULL CHECK (contact_kind IN (1, 2)),
  -- The lower and the higher uuid.
  first_uuid uuid NOT NULL,
  second_uuid uuid NOT NULL,
  percent smallint NOT NULL,
  -- shared::resolution::DuplicateReason, and their labels.
  reasons jsonb NOT NULL,
  reason_labels text NOT NULL,
  found_at timestamptz NOT NULL DEFAULT now(),
  -- Set while the pair is marked as not duplicates, with firmbook_match_values of both contacts at that time.
  dismissed_at timestamptz,
  dismissed_by text,
  first_values text,
  second_values text,
  PRIMARY KEY (firm_id, uuid),
  UNIQUE (firm_id, first_uuid, second_uuid),
  CHECK (first_uuid <= second_uuid),
  CHECK (num_nulls(dismissed_at, dismissed_by, first_values, second_values) IN (0, 4)),
  FOREIGN KEY (firm_id, first_uuid) REFERENCES contact ON DELETE CASCADE,
  FOREIGN KEY (firm_id, second_uuid) REFERENCES contact ON DELETE CASCADE
);
CREATE INDEX duplicate_pair_second ON duplicate_pair (firm_id, second_uuid);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array['duplicate_check', 'duplicate_run', 'blocking_key', 'duplicate_pair'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_firm ON %I USING (firm_id = (SELECT firmbook_firm()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO firmbook_app', name);
  END LOOP;
END
$$;
-- The job finds firms with contacts to compare.
CREATE POLICY rules ON duplicate_check FOR SELECT USING ((SELECT current_setting('firmbook.rules', true)) = 'on');
CREATE POLICY rules ON duplicate_run FOR SELECT USING ((SELECT current_setting('firmbook.rules', true)) = 'on');

-- Digest of the values that the duplicate score compares.
CREATE FUNCTION firmbook_match_values(c contact) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN md5(jsonb_build_array((c).first_name, (c).middle_name, (c).last_name, (c).suffix, (c).organization_name,
    (c).trust_date, (c).dob, (c).npn, (c).tax_id_hash, (c).email, (c).phone, (c).mobile_phone, (c).address_line1,
    (c).address_line2, (c).city, (c).postal_code)::text);

CREATE FUNCTION firmbook_check_new_contacts() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO duplicate_check (firm_id, contact_uuid) SELECT firm_id, uuid FROM come WHERE kind IN (1, 2);
  RETURN NULL;
END
$$;
CREATE TRIGGER check_new AFTER INSERT ON contact REFERENCING NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_check_new_contacts();

CREATE FUNCTION firmbook_check_contact() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO duplicate_check (firm_id, contact_uuid) VALUES (NEW.firm_id, NEW.uuid);
  RETURN NULL;
END
$$;
-- Fires on the columns of firmbook_match_values. A trigger by row, because most updates change other columns.
CREATE TRIGGER check_changed AFTER UPDATE OF deleted_at, first_name, middle_name, last_name, suffix, organization_name,
  trust_date, dob, npn, tax_id_hash, email, phone, mobile_phone, address_line1, address_line2, city, postal_code ON contact
  FOR EACH ROW WHEN (NEW.kind IN (1, 2) AND (OLD.deleted_at, OLD.first_name, OLD.middle_name, OLD.last_name, OLD.suffix,
    OLD.organization_name, OLD.trust_date, OLD.dob, OLD.npn, OLD.tax_id_hash, OLD.email, OLD.phone, OLD.mobile_phone,
    OLD.address_line1, OLD.address_line2, OLD.city, OLD.postal_code)
    IS DISTINCT FROM (NEW.deleted_at, NEW.first_name, NEW.middle_name, NEW.last_name, NEW.suffix,
    NEW.organization_name, NEW.trust_date, NEW.dob, NEW.npn, NEW.tax_id_hash, NEW.email, NEW.phone, NEW.mobile_phone,
    NEW.address_line1, NEW.address_line2, NEW.city, NEW.postal_code))
  EXECUTE FUNCTION firmbook_check_contact();

-- An undone import deletes its contacts.
CREATE FUNCTION firmbook_forget_contacts() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM blocking_key k USING gone WHERE k.firm_id = gone.firm_id AND k.contact_uuid = gone.uuid;
  RETURN NULL;
END
$$;
CREATE TRIGGER forget_deleted AFTER DELETE ON contact REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION firmbook_forget_contacts();
