import { auditChecks } from '../engine/audit-check.ts';

// Together they say that every log can be followed from its last entry through all of them to its first, or to what
// 1.0.0 has archived (`archived_logs`, `archived_months` and `archived_cares` hold the sums of what it moved to files).
export const CARE_LOG_CHECKS = auditChecks({
  'an entry of the care log follows an earlier one of the same life': `
    select entry.id as subject, entry.previous_id as found
    from care_log entry
      left join care_log older on older.at = entry.previous_at and older.id = entry.previous_id
      left join archived_logs archived on archived.creature_id = entry.creature_id
    where entry.previous_id is not null
      and ((older.id is null and entry.previous_at > coalesce(archived.last_at, -1))
        or older.creature_id <> entry.creature_id or older.version >= entry.version)`,
  'an entry of the care log is of a creature': `
    select care_log.id as subject, creature_id as found
    from care_log left join creatures on creatures.id = creature_id where creatures.id is null`,
  'a creature knows the last entry of its log, and all the others follow from it': `
    with logs as (
      select creature_id, count(*) as n, count(distinct previous_id) as followed, max(version) as newest,
        max(case when refused is null then at end) as cared
      from care_log group by creature_id)
    select creatures.id as subject,
      coalesce(logs.n, 0) || ' entries, ' || coalesce(logs.followed, 0) || ' of them followed by another' as found
    from creatures
      left join logs on logs.creature_id = creatures.id
      left join archived_logs archived on archived.creature_id = creatures.id
      left join care_log entry on entry.at = last_entry_at and entry.id = last_entry_id
    where (logs.n is null and last_entry_at > coalesce(archived.last_at, -1))
      or (logs.n is not null and (
        entry.id is null or entry.creature_id <> creatures.id or entry.version <> logs.newest
        or logs.followed <> logs.n - case when archived.creature_id is null then 1 else 0 end))
      or coalesce(creatures.cared_at, 0) <> coalesce(logs.cared, archived.cared_at, 0)`,
  'what has left the log is counted alike by month and by life': `
    with lives as (select coalesce(sum(entries), 0) as n from archived_logs),
      months as (select coalesce(sum(removed), 0) as n from archived_months)
    select 'care_log' as subject, lives.n || ' instead of ' || months.n as found
    from lives cross join months where lives.n <> months.n`,
});
