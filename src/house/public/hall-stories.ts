import { DAY, type Instant } from '../../core/engine/clock.ts';
import { reliableSince } from '../../store/public/keeper-lists.ts';
import {
  comebacksSince,
  mostThoughtOf,
  REFLECTIONS_LOOKED_THROUGH,
  type ComebackFrom,
} from '../../store/public/hall-stories.ts';
import { findShown } from '../../store/public/living-lists.ts';
import type { House } from '../house.ts';
import { toKeeperEntries } from './browse-keepers.ts';
import { toPublic, type PublicCreature } from './public-creature.ts';
import { preparePublicReading, type PublicReading } from './public-reading.ts';

/** What the hall tells beside its boards. Nobody blocked and no test account is in any of it. */
export type HallStories = Awaited<ReturnType<typeof readHallStories>>;

/** One that was nearly lost, or was, and is still here. */
interface Comeback {
  readonly resident: PublicCreature;
  readonly from: ComebackFrom;
  readonly at: Instant;
}

export const WEEK_DAYS = 7;
export const MONTH_DAYS = 30;
const SHOWN = 3;

export async function readHallStories(house: House, now: Instant) {
  const reading = await preparePublicReading(house, now);
  const [keepers, comebacks, loved] = await Promise.all([
    reliableSince(reading.store, now - WEEK_DAYS * DAY, SHOWN),
    readComebacks(house, reading, now),
    readMostLoved(house, reading),
  ]);
  return {
    keepersOfTheWeek: await toKeeperEntries(house, keepers),
    comebacks,
    loved,
    reflections: REFLECTIONS_LOOKED_THROUGH,
  };
}

/** Who was dead comes before who was close to it. */
async function readComebacks(
  house: House,
  reading: PublicReading,
  now: Instant,
): Promise<readonly Comeback[]> {
  const since = now - MONTH_DAYS * DAY;
  const told: { creatureId: string; at: Instant; from: ComebackFrom }[] = [];
  for (const from of ['the dead', 'the edge'] as const) {
    const known = new Set(told.map(({ creatureId }) => creatureId));
    const found = await comebacksSince(reading.store, from, since, 2 * SHOWN);
    told.push(...found.filter(({ creatureId }) => !known.has(creatureId)).map((one) => ({ ...one, from })));
  }
  return withResidents(house, reading, told.slice(0, SHOWN));
}

async function readMostLoved(house: House, reading: PublicReading) {
  return withResidents(house, reading, await mostThoughtOf(reading.store, SHOWN));
}

/** What is told of some creatures, with the creatures; in the same order. */
async function withResidents<Told extends { readonly creatureId: string }>(
  house: House,
  { store, moment }: PublicReading,
  told: readonly Told[],
): Promise<(Told & { readonly resident: PublicCreature })[]> {
  const found = await findShown(
    store,
    told.map(({ creatureId }) => creatureId),
  );
  const residents = await Promise.all(found.map((one) => toPublic(house, one, moment)));
  const byId = new Map(residents.map((resident) => [resident.creature.id, resident]));
  return told.flatMap((one) => {
    const resident = byId.get(one.creatureId);
    return resident ? [{ ...one, resident }] : [];
  });
}
