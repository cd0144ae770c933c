DROP TABLE shared_view;
