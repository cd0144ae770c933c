-- Whether premiums are paid automatically, by words in the payment method, like `pays_automatically` in
-- shared/src/contract/payment_method.rs. A test compares them.
CREATE FUNCTION firmbook_pays_automatically(method text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(
  firmbook_fold(method) ~ '(^|[^a-z0-9])(electronic|eft|ach|draft|debit|automatic|autopay|credit[^a-z0-9]+card|list[^a-z0-9]+bill|pac)([^a-z0-9]|$)'
  AND firmbook_fold(method) !~ '(^|[^a-z0-9])(returned|rejected|declined|nsf|insufficient[^a-z0-9]+funds)([^a-z0-9]|$)',
  false);
