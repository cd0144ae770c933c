-- Account administrators correct the name, sign-in name and email of a user of their firm. Requests see sessions and
-- other firms of their own user only, so these functions run with the rights of the owner.

-- Whether a user also belongs to another firm or to staff. Null for users of other firms.
CREATE FUNCTION firmbook_works_elsewhere(of_user text) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
DECLARE
  own_user text := coalesce(current_setting('firmbook.user', true), '');
  elsewhere boolean;
BEGIN
  -- Row security of firm_assignment also applies to the owner. It shows users the assignments to all their firms.
  PERFORM set_config('firmbook.user', of_user, true);
  SELECT bool_or(firm_id <> firmbook_firm()) OR EXISTS (SELECT FROM admin_account WHERE user_key = of_user)
    INTO elsewhere
    FROM firm_assignment WHERE user_key = of_user
    HAVING bool_or(firm_id = firmbook_firm());
  PERFORM set_config('firmbook.user', own_user, true);
  RETURN elsewhere;
END
$$;

-- Whether a user of the firm has ever signed in, to any firm. Null for users of other firms.
CREATE FUNCTION firmbook_has_signed_in(of_user text) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (
    SELECT EXISTS (SELECT FROM user_session WHERE user_session.user_key = of_user)
    FROM firm_assignment
    WHERE firm_assignment.user_key = of_user AND firm_assignment.firm_id = firmbook_firm());

-- Corrects a user who works for this firm only. The sign-in name identifies the person: once somebody has signed in with
-- it, another name would give the account to another person. Returns whether the user was changed.
CREATE FUNCTION firmbook_correct_user(
  of_user text, new_subject text, new_first_name text, new_last_name text, new_email text
) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  -- A first sign-in and an assignment by another firm lock the row too. The statements below see what they wrote.
  PERFORM FROM app_user WHERE user_key = of_user FOR UPDATE;
  IF firmbook_works_elsewhere(of_user) IS DISTINCT FROM false THEN
    RETURN false;
  END IF;
  UPDATE app_user
    SET subject = new_subject, first_name = new_first_name, last_name = new_last_name, email = new_email
    WHERE user_key = of_user AND (subject = new_subject OR NOT firmbook_has_signed_in(of_user));
  RETURN FOUND;
END
$$;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY array[
    'firmbook_works_elsewhere(text)', 'firmbook_has_signed_in(text)',
    'firmbook_correct_user(text, text, text, text, text)'
  ] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, %I, pg_temp', name, current_schema());
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', name);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO firmbook_app', name);
  END LOOP;
END
$$;
