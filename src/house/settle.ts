import type { Instant } from '../core/clock.ts';
import { live } from '../core/live.ts';
import { dueBy, findOwn, Outdated, type Kept } from '../store/creatures.ts';
import type { House } from './house.ts';
import { keepChange } from './keep-change.ts';
import { isOutage } from './outage.ts';
import { speciesOf } from './species-of.ts';

/** The creature with everything that is due by now brought about, whoever gets to it first. */
export async function settled(house: House, kept: Kept, now: Instant): Promise<Kept> {
  let current = kept;
  while (isDue(current, now)) {
    try {
      current = await settle(house, current, now);
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      current = (await findOwn(house.store, kept.creature.keeperId, kept.creature.id)) ?? current;
    }
  }
  return current;
}

export function isDue({ nextEventAt }: Kept, now: Instant): boolean {
  return nextEventAt !== undefined && nextEventAt <= now;
}

async function settle(house: House, kept: Kept, now: Instant): Promise<Kept> {
  const species = await speciesOf(house, kept.creature.species);
  const { creature, happened } = live(kept.creature, species, now);
  return house.store.together((db) =>
    keepChange(db, house.chance, { kept, creature, species, happened, now }),
  );
}

const AT_ONCE = 100;

interface Round {
  readonly due: number;
  readonly failures: readonly unknown[];
}

/** Brings about what is due in the whole house, a hundred at a time: growth, deaths, missed meals. */
async function settleSome(house: House, now: Instant): Promise<Round> {
  const due = await dueBy(house.store, now, AT_ONCE);
  const ends = await Promise.allSettled(due.map((kept) => settled(house, kept, now)));
  const failures = ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []));
  const outage = failures.find(isOutage);
  if (outage !== undefined) throw outage;
  return { due: due.length, failures };
}

const going = new WeakMap<House, Promise<readonly unknown[]>>();

/**
 * The same for everyone who asks at the same time: what is public is told as it is, not as it was last written. Tells
 * what went wrong with those that could not be settled; they keep nobody else from it.
 */
export async function settleDue(house: House, now: Instant): Promise<readonly unknown[]> {
  // Whoever waits for another's settling asks again: it may have begun at an earlier moment.
  for (let other = going.get(house); other; other = going.get(house)) await other;
  if ((await dueBy(house.store, now, 1)).length === 0) return [];
  const work = untilNothingMoves(house, now).finally(() => going.delete(house));
  going.set(house, work);
  return work;
}

async function untilNothingMoves(house: House, now: Instant): Promise<readonly unknown[]> {
  for (;;) {
    const { due, failures } = await settleSome(house, now);
    if (due === failures.length) return failures;
  }
}
