ALTER TABLE template DROP CONSTRAINT template_firm_id_fkey;
CREATE POLICY defaults ON template FOR SELECT USING (firm_id = 0);
