import { HOUR, type Instant } from '../../rules/base/clock.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import { isAsleep } from '../../rules/lives/sleep.ts';
import { compareDangers, isMealLate, publicSituation } from '../../rules/situation.ts';
import type { Peril } from '../../rules/vocabulary.ts';
import type { Db } from '../../db/db.ts';
import { lastCaredFor, nextToChange, type CreatureWithKeeper } from './creatures-with-keepers.store.ts';
import { listLiving } from './lists.store.ts';
import { latestStageNews, latestDeathNews, latestReflectionNews, type ReflectionNews } from './news.store.ts';
import type { House } from '../house.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { speciesOf } from '../species/species-registry.ts';
import { readLatestHappenings, toBirthNews, toDeathNews, toGrowthNews, toNewsMention } from './news.ts';
import { readHouseTotals } from './house-stats.ts';
import { preparePublicReading, type PublicReading } from './public-reading.ts';
import { toPublic, isLiving, observeLiving, type LivingPublicCreature } from './public-creature.ts';

/** The house at a moment, for people who watch. Accounts made for testing are in the counts only. */
export type HouseSnapshot = Awaited<ReturnType<typeof readHouseSnapshot>>;

/** Of each kind, as many as the page shows. */
const SHOWN = 6;
const WINDOWS = 12;
// Some of the notes are hidden.
const READ_NOTES = 12;

export async function readHouseSnapshot(house: House, now: Instant) {
  const reading = await preparePublicReading(house, now);
  const { store, asOf } = reading;
  const [totals, activity, awake, inNeed, happenings, births, growth, losses, thoughts] = await Promise.all([
    readHouseTotals(store),
    house.activity.at(now),
    whoIsAwake(house, now, reading),
    whoIsInNeed(house, now, store),
    readLatestHappenings(house, store, SHOWN),
    latestStageNews(store, 'hatched', SHOWN),
    latestStageNews(store, 'grown', SHOWN),
    latestDeathNews(store, SHOWN),
    latestReflectionNews(store, READ_NOTES),
  ]);
  return {
    now,
    asOf,
    totals,
    activity,
    awake,
    inNeed,
    happenings,
    // The newest first, each of them.
    births: await Promise.all(births.map((birth) => toBirthNews(house, birth))),
    growth: await Promise.all(growth.map((one) => toGrowthNews(house, one))),
    deaths: await Promise.all(losses.map((loss) => toDeathNews(house, loss))),
    reflections: await toReflections(house, thoughts),
  };
}

// Some of those who were cared for last have gone to sleep since.
const RECENTLY_CARED_FOR = 2 * WINDOWS;

/** Those who were cared for last and are awake now, as they were at a moment. */
async function whoIsAwake(
  house: House,
  now: Instant,
  { store, moment }: PublicReading,
): Promise<readonly LivingPublicCreature[]> {
  const recent = await lastCaredFor(store, RECENTLY_CARED_FOR);
  const awake = recent.filter(({ stored }) => !isAsleep(stored.creature, now)).slice(0, WINDOWS);
  return toLivingPublic(house, awake, moment);
}

// Those with the least time left, and those whose next meal is missed soonest.
const LOOKED_THROUGH = 2 * SHOWN;
const IN_DANGER = {
  family: undefined,
  stage: undefined,
  order: 'danger',
  lostBy: undefined,
  offset: 0,
} as const;

/** Those who need somebody, the most urgent first. */
async function whoIsInNeed(house: House, now: Instant, store: Db): Promise<readonly LivingPublicCreature[]> {
  const [endangered, next] = await Promise.all([
    listLiving(store, { ...IN_DANGER, limit: LOOKED_THROUGH }),
    nextToChange(store, now, LOOKED_THROUGH),
  ]);
  const candidates = new Map([...endangered, ...next].map((one) => [one.stored.creature.id, one]));
  const needs = await Promise.all(
    [...candidates.values()].map(async (one) => ({ one, need: await urgentNeed(house, one, now) })),
  );
  const most = needs
    .flatMap(({ one, need }) => (need ? [{ one, ...need }] : []))
    .toSorted((some, other) => compareDangers(some.danger, other.danger) || some.diesAt - other.diesAt)
    .slice(0, SHOWN);
  return toLivingPublic(
    house,
    most.map(({ one }) => one),
    now,
  );
}

interface UrgentNeed {
  readonly danger: Peril;
  readonly diesAt: Instant;
}

/** How near its end is, as anybody may know it, if that is near or its meal is late. */
async function urgentNeed(
  house: House,
  { stored: { creature } }: CreatureWithKeeper,
  now: Instant,
): Promise<UrgentNeed | undefined> {
  const observed = observeLiving(creature, await speciesOf(house, creature.species), now);
  if (!observed) return undefined;
  const { danger } = publicSituation(observed);
  if (danger === 'none' && !isMealLate(observed.feeding.status)) return undefined;
  const { thresholdHours, hoursWithoutCare } = observed.deathClock;
  return { danger, diesAt: observed.publicClock.diesAt ?? now + (thresholdHours - hoursWithoutCare) * HOUR };
}

async function toLivingPublic(
  house: House,
  some: readonly CreatureWithKeeper[],
  now: Instant,
): Promise<LivingPublicCreature[]> {
  const creatures = await Promise.all(some.map((one) => toPublic(house, one, now)));
  return creatures.filter(isLiving);
}

async function toReflections(house: House, thoughts: readonly ReflectionNews[]) {
  const hidden = await readHiddenContent(house);
  const readable = thoughts.flatMap((thought) => {
    const note = hidden.visibleText('note', thought.entryId, thought.notes);
    return note === undefined ? [] : [{ thought, note }];
  });
  return Promise.all(
    readable.map(async ({ thought, note }) => ({
      at: thought.at,
      who: await toNewsMention(house, thought),
      entryId: thought.entryId,
      /** A stranger's words. */
      note: shortenForDisplay(note),
    })),
  );
}
