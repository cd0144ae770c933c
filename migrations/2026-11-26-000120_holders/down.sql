DROP FUNCTION firmbook_holder(integer, uuid);
