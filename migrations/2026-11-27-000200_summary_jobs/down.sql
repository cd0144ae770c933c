DROP TABLE summary_job;
