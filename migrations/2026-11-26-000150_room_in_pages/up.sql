-- Leaves free space on each new page of contracts, so that PostgreSQL can update their rows in place. Without it, a
-- changed value writes nine index entries, and one of them is the search index with about 60 keys. Pages that exist
-- already keep their layout until the table is rewritten (docs/OPERATIONS.md).
ALTER TABLE policy SET (fillfactor = 70);
ALTER TABLE annuity SET (fillfactor = 70);
