-- Users hide notifications until a day. They are then listed as of that day.
-- The moment at which the notification is shown again. Stays set afterwards.
ALTER TABLE user_notification ADD COLUMN snoozed_until timestamptz;

DROP INDEX user_notification_list;
CREATE INDEX user_notification_list ON user_notification (firm_id, user_key, (coalesce(snoozed_until, create_date)) DESC)
  WHERE removed_at IS NULL;
