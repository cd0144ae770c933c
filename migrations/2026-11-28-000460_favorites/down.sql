DROP TABLE favorite;
