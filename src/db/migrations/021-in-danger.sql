-- What people sort the living by. Both are told of the public alone: see core/public/rank-facts.ts. Null where there is nothing to
-- tell, and for those nobody has written since; whoever lives is written again within two days.
-- runs with 019 and later

-- When it is lost if nobody comes, of those who starve or have no meal left to miss before that.
alter table creatures add column lost_at bigint;

-- How far it trusts its keeper, in tens.
alter table creatures add column trust_step integer;
