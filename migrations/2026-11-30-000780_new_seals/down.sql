DROP TRIGGER check_new_seals ON contact;
DROP TRIGGER check_seal ON contact;
CREATE TRIGGER check_seal BEFORE INSERT OR UPDATE OF tax_id_cipher, tax_id_key_id ON contact
  FOR EACH ROW WHEN (NEW.tax_id_cipher IS NOT NULL) EXECUTE FUNCTION firmbook_check_seal();
DROP FUNCTION firmbook_check_new_seals();
