-- Updates the statistics soon after a new firm's first import, even next to firms with a million contracts. By default,
-- a table is analyzed after a tenth of its rows has changed. Until then, PostgreSQL expects a new firm to have a single
-- row, and may scan all of its rows for each lookup.
ALTER TABLE contact SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
ALTER TABLE contact_total SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
ALTER TABLE policy SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
ALTER TABLE annuity SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
ALTER TABLE contract_party SET (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000);
