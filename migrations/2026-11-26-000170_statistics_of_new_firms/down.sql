ALTER TABLE contact RESET (autovacuum_analyze_scale_factor, autovacuum_analyze_threshold);
ALTER TABLE contact_total RESET (autovacuum_analyze_scale_factor, autovacuum_analyze_threshold);
ALTER TABLE policy RESET (autovacuum_analyze_scale_factor, autovacuum_analyze_threshold);
ALTER TABLE annuity RESET (autovacuum_analyze_scale_factor, autovacuum_analyze_threshold);
ALTER TABLE contract_party RESET (autovacuum_analyze_scale_factor, autovacuum_analyze_threshold);
