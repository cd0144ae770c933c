DROP INDEX user_notification_list;
ALTER TABLE user_notification DROP COLUMN snoozed_until;
CREATE INDEX user_notification_list ON user_notification (firm_id, user_key, create_date DESC) WHERE removed_at IS NULL;
