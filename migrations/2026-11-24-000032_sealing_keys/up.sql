-- The keys that encrypt values in this database. The keys themselves are in the setting FIRMBOOK_SEALING_KEY.
CREATE TABLE sealing_key (
  key_id smallint PRIMARY KEY,
  -- The database's matching key, sealed with this key. Only the right key can open it.
  matching_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- From then on, no value is sealed with the key.
  retired_at timestamptz
);
GRANT SELECT (key_id, retired_at) ON sealing_key TO firmbook_app;

-- A node with old settings must not seal values with a key that may already have been removed.
CREATE FUNCTION firmbook_check_seal() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.tax_id_cipher IS NOT DISTINCT FROM OLD.tax_id_cipher THEN
    RETURN NEW;
  END IF;
  IF EXISTS (SELECT FROM sealing_key WHERE key_id = NEW.tax_id_key_id AND retired_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the sealing key with the id % is retired', NEW.tax_id_key_id;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_seal BEFORE INSERT OR UPDATE OF tax_id_cipher, tax_id_key_id ON contact
  FOR EACH ROW WHEN (NEW.tax_id_cipher IS NOT NULL) EXECUTE FUNCTION firmbook_check_seal();
