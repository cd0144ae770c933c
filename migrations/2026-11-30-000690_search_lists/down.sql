SELECT firmbook_merge_search_lists();
DROP FUNCTION firmbook_merge_search_lists();
ALTER INDEX contact_search SET (fastupdate = off);
ALTER INDEX policy_search SET (fastupdate = off);
ALTER INDEX annuity_search SET (fastupdate = off);
