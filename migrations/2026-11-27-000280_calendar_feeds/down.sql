DROP TABLE calendar_feed;
