-- What a mail says beside the line of a notification: server::notify::Detail
ALTER TABLE user_notification ADD COLUMN details jsonb;
