DROP INDEX premium_gift_date;
