-- Days before the due date to send a premium reminder, and the time of the last change. The next run of the rules then
-- sends the reminders that are due under the new setting.
ALTER TABLE firm
  ADD COLUMN premium_reminder_days smallint NOT NULL DEFAULT 30 CHECK (premium_reminder_days BETWEEN 1 AND 90),
  ADD COLUMN reminder_days_changed_at timestamptz;
