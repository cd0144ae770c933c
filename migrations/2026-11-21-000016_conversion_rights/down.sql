DROP INDEX policy_conversion_expiry;
