-- Phase-out of sealed values without a header, which are bound only to their firm. A job re-encrypts them.
CREATE TABLE sealing_format (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  -- From then on, no such values are written.
  writes_ended_at timestamptz,
  -- From then on, none are read, because none are left.
  reads_ended_at timestamptz
);
INSERT INTO sealing_format DEFAULT VALUES;
GRANT SELECT, UPDATE ON sealing_format TO firmbook_app;

CREATE OR REPLACE FUNCTION firmbook_check_seal() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.tax_id_cipher IS NOT DISTINCT FROM OLD.tax_id_cipher THEN
    RETURN NEW;
  END IF;
  IF EXISTS (SELECT FROM sealing_key WHERE key_id = NEW.tax_id_key_id AND retired_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the sealing key with the id % is retired', NEW.tax_id_key_id;
  END IF;
  IF substr(NEW.tax_id_cipher, 1, 4) <> 'FbV2'
    AND EXISTS (SELECT FROM sealing_format WHERE writes_ended_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the sealed value has no header';
  END IF;
  RETURN NEW;
END
$$;
