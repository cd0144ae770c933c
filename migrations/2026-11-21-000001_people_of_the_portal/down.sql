DROP TABLE carrier, user_session, firm_assignment_support, firm_assignment_agent, firm_assignment, admin_account,
  app_user, branding, firm;
DROP FUNCTION firmbook_firm();
DROP FUNCTION firmbook_fold(text);
-- The role is kept because other databases of the cluster may use it.
