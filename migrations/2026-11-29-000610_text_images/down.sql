DROP TABLE text_image;
