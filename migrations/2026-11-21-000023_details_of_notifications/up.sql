-- Additional sections of the notification's email: server::notify::Detail
ALTER TABLE user_notification ADD COLUMN details jsonb;
