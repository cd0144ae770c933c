-- A changed contract withdraws its notifications. Without an index, it read all notifications of the firm.
CREATE INDEX user_notification_contract ON user_notification (firm_id, contract_uuid) WHERE contract_uuid IS NOT NULL;
