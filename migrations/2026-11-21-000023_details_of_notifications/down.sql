ALTER TABLE user_notification DROP COLUMN details;
