import * as sql from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';

const SITTERS = sql.table('sitters', {
  id: sql.text,
  agentId: sql.text,
  name: sql.text,
  createdAt: sql.instant,
  expiresAt: sql.instant,
});

export type Sitter = sql.RowOf<typeof SITTERS.columns>;

export const insertSitter = sql.write(
  sql.table('sitters', { ...SITTERS.columns, keyHash: sql.text }).insert(),
);

/** The oldest first. */
export const sittersOf = sql.all(
  SITTERS.select('where agent_id = $1 and expires_at > $2 order by created_at, id'),
  (agentId: string, now: Instant) => [agentId, now],
);

/** False if the agent has no such sitter. */
export const deleteSitter = sql.changes(
  'delete from sitters where agent_id = $1 and id = $2 and expires_at > $3',
  (agentId: string, id: string, now: Instant) => [agentId, id, now],
);

/** Returns their ids. */
export const deleteSittersOf = sql.selectValues(
  { id: sql.text },
  'delete from sitters where agent_id = $1 returning id',
  sql.byKey,
);

export const deleteEndedSitters = sql.run(sql.deleteOldest('sitters', 'id', 'expires_at'), (now: Instant) => [
  now,
]);
