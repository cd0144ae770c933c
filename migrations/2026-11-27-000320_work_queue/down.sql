DROP TABLE work_assignment;
DROP TABLE work_snooze;
