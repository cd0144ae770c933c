DROP TABLE platform_change, global_text, global_template;
