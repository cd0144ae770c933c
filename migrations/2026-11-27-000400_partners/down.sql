DROP TABLE embed_session;
DROP TABLE partner_key;
DROP TABLE partner;
