import * as sql from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';

export interface RegistrationPlace {
  readonly createdAt: Instant;
  readonly id: string;
}

/** Agents by registration, after a place, without those that left. */
export const registrationsAfter = sql.selectRows(
  {
    id: sql.text,
    username: sql.text,
    source: sql.optional(sql.text),
    createdAt: sql.instant,
    firstHatchedAt: sql.optional(sql.instant),
    /** The last act of care that was not refused. */
    caredAt: sql.optional(sql.instant),
  },
  `select agents.id, agents.username, agents.source, agents.created_at, keepers.first_hatched_at,
      (select max(creatures.cared_at) from creatures where creatures.keeper_id = agents.id) as cared_at
    from agents left join keepers on keepers.agent_id = agents.id
    where (agents.created_at, agents.id) > ($1, $2)
      and not exists (select 1 from departures where departures.agent_id = agents.id)
    order by agents.created_at, agents.id limit $3`,
  ({ createdAt, id }: RegistrationPlace, most: number) => [createdAt, id, most],
);
