import type { Instant } from '../core/clock.ts';
import { live } from '../core/live.ts';
import { dueBy, findOwn, Outdated, type Kept } from '../store/creatures.ts';
import type { House } from './house.ts';
import { keepChange } from './keep-change.ts';
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

/** Brings about all that is due in the whole house: growth, deaths, missed meals. True if there was anything. */
async function settleAll(house: House, now: Instant): Promise<boolean> {
  const due = await dueBy(house.store, now, AT_ONCE);
  await Promise.all(due.map((kept) => settled(house, kept, now)));
  return due.length > 0;
}

const going = new WeakMap<House, Promise<void>>();

/** The same for everyone who asks at the same time: what is public is told as it is, not as it was last written. */
export async function settleDue(house: House, now: Instant): Promise<void> {
  // Whoever waits for another's settling asks again: it may have begun at an earlier moment.
  for (let other = going.get(house); other; other = going.get(house)) await other;
  if ((await dueBy(house.store, now, 1)).length === 0) return;
  const work = untilNothingIsDue(house, now).finally(() => going.delete(house));
  going.set(house, work);
  await work;
}

async function untilNothingIsDue(house: House, now: Instant): Promise<void> {
  while (await settleAll(house, now));
}
