ALTER TABLE policy RESET (fillfactor);
ALTER TABLE annuity RESET (fillfactor);
