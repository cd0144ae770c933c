CREATE OR REPLACE FUNCTION firmbook_check_seal() RETURNS trigger
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
DROP TABLE sealing_format;
