-- Statistics know a new firm soon after its first import, also beside firms of a million contracts. By default they are
-- renewed when a tenth of a table has changed. Until then PostgreSQL expects one row of the firm, and may read all of
-- its rows for each row that it looks up.
ALTER TABLE contact SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
ALTER TABLE contact_total SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
ALTER TABLE policy SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
ALTER TABLE annuity SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
ALTER TABLE contract_party SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
