DROP TABLE audit_log, table_state, notification_preference, user_notification, upload, resolution_link, resolution,
  document, deliverable_content, template, cohort_schedule, cohort_contact, cohort, report_subscription,
  report_access, report;
