-- The templates that every firm has are part of the program.
DROP POLICY defaults ON template;
ALTER TABLE template ADD FOREIGN KEY (firm_id) REFERENCES firm;
