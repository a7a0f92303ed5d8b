import type { Instant } from '../core/clock.ts';
import { ACTIONS, CAUSES, TIMINGS, type Action, type Cause, type Timing } from '../core/vocabulary.ts';
import { queueDepth, type Queue } from '../store/queues.ts';
import { totals } from '../store/tallies.ts';
import * as NAME from '../store/tally-names.ts';
import type { House } from './house.ts';

/** Figures of the whole house, test accounts among them, as they are kept. */
export interface Gauges {
  readonly alive: number;
  readonly eggs: number;
  readonly agents: number;
  readonly care: Readonly<Record<Action, number>>;
  readonly timings: Readonly<Record<Timing, number>>;
  readonly deaths: Readonly<Record<Cause, number>>;
  readonly queues: readonly Queue[];
  readonly walBytes: number | undefined;
}

/** Reads them without bringing anything about: whoever watches must see when nobody does. */
export async function readGauges({ store }: House, now: Instant): Promise<Gauges> {
  const [sums, queues, walBytes] = await Promise.all([
    totals(store, 'house'),
    queueDepth(store, now),
    store.walBytes(),
  ]);
  const of = (what: string) => sums.get(what) ?? 0;
  const each = <Word extends string>(prefix: string, words: readonly Word[]) =>
    // Exactly the words are its keys.
    Object.fromEntries(words.map((word) => [word, of(prefix + word)])) as Record<Word, number>;
  return {
    alive: of(`${NAME.STATUS}alive`),
    eggs: of(`${NAME.STATUS}egg`),
    agents: of(NAME.REGISTERED),
    care: each(NAME.CARE, ACTIONS),
    timings: each(NAME.TIMING, TIMINGS),
    deaths: each(NAME.CAUSE, CAUSES),
    queues,
    walBytes,
  };
}
