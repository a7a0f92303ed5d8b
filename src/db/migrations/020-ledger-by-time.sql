-- concurrently
-- runs with 019 and later
create index ledger_by_time on ledger (created_at, id);
