import type { Db } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { auditChecks } from '../../db/audit-check.ts';
import type { CareLogEntry } from './care-log.store.ts';

// Acts of care by sitters, each by the care log entry that it belongs to.

const VISITS = sql.table('sitter_visits', {
  creatureId: sql.text,
  at: sql.instant,
  entryId: sql.text,
  name: sql.text,
});

export const insertSitterVisit = sql.write(VISITS.insert());

/** In the order of time. */
export const sitterVisitsOf = sql.all(
  VISITS.select('where creature_id = $1 and at >= $2 and at <= $3 order by at, entry_id'),
  (creatureId: string, { from, to }: Readonly<Record<'from' | 'to', Instant>>) => [creatureId, from, to],
);

/** Log entries of one creature with the name of the sitter, if the act was a sitter's. */
export async function withSitters<Entry extends Pick<CareLogEntry, 'id' | 'creatureId' | 'at'>>(
  db: Db,
  entries: readonly Entry[],
): Promise<(Entry & { readonly by?: string })[]> {
  const [newest, oldest] = [entries[0], entries.at(-1)];
  if (!newest || !oldest) return [];
  const visits = await sitterVisitsOf(db, newest.creatureId, { from: oldest.at, to: newest.at });
  const names = new Map(visits.map(({ entryId, name }) => [entryId, name]));
  return entries.map((entry) => {
    const by = names.get(entry.id);
    return by === undefined ? entry : { ...entry, by };
  });
}

export const SITTER_CHECKS = auditChecks({
  'what a sitter did is in the care log': `
    select entry_id as subject, 'nothing' as found
    from sitter_visits
      left join care_log on care_log.at = sitter_visits.at and care_log.id = entry_id
        and care_log.creature_id = sitter_visits.creature_id
    where care_log.id is null`,
});
