ALTER TABLE firm DROP COLUMN premium_reminder_days, DROP COLUMN reminder_days_changed_at;
