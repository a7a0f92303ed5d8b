import type { Instant } from '../../core/engine/clock.ts';
import { TOLD_TO_OTHERS } from '../care/care-log.ts';
import type { Db } from '../engine/db.ts';
import { instant, number, query, text, type RowOf } from '../engine/table.ts';
import { shownToOthers } from './not-blocked.ts';

const COMEBACK = { creatureId: text, at: instant };

/** Who came back, and when. */
export type StoredComeback = RowOf<typeof COMEBACK>;

/** From the dead, by being brought back; or from the edge, by getting well after its health had been critical. */
export type ComebackFrom = 'the dead' | 'the edge';

/** Those who came back since a moment and have lived on, the longest first. */
export function comebacksSince(
  db: Db,
  from: ComebackFrom,
  since: Instant,
  most: number,
): Promise<StoredComeback[]> {
  return db.all(COMEBACKS[from], [since, most]);
}

const THOUGHT_OF = { creatureId: text, days: number };

/** One of the living, and on how many days others were told what its keeper thinks of it. */
export type ThoughtOf = RowOf<typeof THOUGHT_OF>;

/** How many reflections tell who is loved most. */
export const REFLECTIONS_LOOKED_THROUGH = 500;

/** The living whom their keepers wrote about on the most days, as far as the last reflections tell; of equals, the most trusting. */
export function mostThoughtOf(db: Db, most: number): Promise<ThoughtOf[]> {
  return db.all(MOST_THOUGHT_OF, [most]);
}

const LOOKED_THROUGH = 200;

const stillHere = (latest: string, and = '') => `
    select back.creature_id, back.at from (${latest} limit ${LOOKED_THROUGH}) back cross join creatures one
    where one.id = back.creature_id and one.state = 'alive' ${and} and ${shownToOthers('one.keeper_id')}
    order by back.at, back.creature_id limit $2`;

const COMEBACKS = {
  'the dead': query(
    COMEBACK,
    stillHere(
      `select creature_id, resurrected_at as at, death_number from gravestones
        where resurrected_at > $1 order by resurrected_at, id`,
      // Not dead again since, and brought back once more.
      'and one.resurrections = back.death_number',
    ),
  ),
  'the edge': query(
    COMEBACK,
    stillHere(
      `select creature_id, reached_at as at from milestones
        where type = 'health_milestone' and shown = 1 and reached_at > $1 order by reached_at, creature_id`,
    ),
  ),
};

const DAY_MS = 86_400_000;

const MOST_THOUGHT_OF = query(
  THOUGHT_OF,
  `
    select told.creature_id, told.days from (
      select creature_id, count(distinct at / ${DAY_MS}) as days, count(*) as times from (
        select creature_id, at from care_log where ${TOLD_TO_OTHERS}
        order by at desc, id desc limit ${REFLECTIONS_LOOKED_THROUGH}) latest
      group by creature_id) told cross join creatures one
    where one.id = told.creature_id and one.living = 1 and ${shownToOthers('one.keeper_id')}
    order by told.days desc, coalesce(one.trust_step, -1) desc, told.times desc, one.id limit $1`,
);
