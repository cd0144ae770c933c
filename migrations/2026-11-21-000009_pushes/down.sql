DROP TRIGGER list_shrank ON user_notification;
DROP TRIGGER list_changed ON user_notification;
DROP TRIGGER list_grew ON user_notification;
DROP FUNCTION firmbook_list_changed();
DROP TABLE hub_outbox;
DROP FUNCTION firmbook_outbox_filled();
