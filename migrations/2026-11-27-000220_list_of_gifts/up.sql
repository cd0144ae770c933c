-- The list of premium gifts reads its first page in this order.
CREATE INDEX premium_gift_date ON premium_gift (firm_id, gift_date, uuid);
