import type { Db } from '../../db/db.ts';
import { allReadable } from '../../db/quarantine.ts';
import { HOUR, type Instant } from '../../rules/base/clock.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import { isAsleep } from '../../rules/lives/rhythm.ts';
import { compareDangers, isMealLate, publicSituation } from '../../rules/situation.ts';
import type { House } from '../house.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { speciesOf } from '../species/species-registry.ts';
import { type CreatureWithKeeper, lastCaredFor, nextToChange } from './creatures-with-keepers.store.ts';
import { readHouseTotals } from './house-stats.ts';
import { listLiving } from './lists.store.ts';
import { latestReflectionNews } from './news.store.ts';
import { readBirths, readDeaths, readGrowth, readLatestHappenings, toNewsMention } from './news.ts';
import { allToPublic, isLiving, observeLiving } from './public-creature.ts';
import { preparePublicReading, type PublicReading } from './public-reading.ts';

/** The content of the home page. Test accounts are in the counts only. */
export type HouseSnapshot = Awaited<ReturnType<typeof readHouseSnapshot>>;

/** Number of entries per list of the home page. */
const SHOWN = 6;
const WINDOWS = 12;

/** Reads the content of the home page; its lists of news have the newest first. */
export async function readHouseSnapshot(house: House, now: Instant) {
  const reading = await preparePublicReading(house, now);
  const { store, asOf } = reading;
  const [totals, activity, awake, inNeed, happenings, births, growth, deaths, reflections] =
    await Promise.all([
      readHouseTotals(store),
      house.activity.at(now),
      readAwake(house, now, reading),
      readInNeed(house, now, store),
      readLatestHappenings(house, store, SHOWN),
      readBirths(house, store, SHOWN),
      readGrowth(house, store, 'grown', SHOWN),
      readDeaths(house, store, SHOWN),
      readReflections(house, store),
    ]);
  return { now, asOf, totals, activity, awake, inNeed, happenings, births, growth, deaths, reflections };
}

/** The creatures cared for last that are awake now. */
async function readAwake(house: House, now: Instant, { store, moment }: PublicReading) {
  // Twice as many creatures are read as shown: some have fallen asleep since their last care.
  const recent = await lastCaredFor(store, 2 * WINDOWS);
  const awake = recent.filter(({ stored }) => !isAsleep(stored.creature, now)).slice(0, WINDOWS);
  return (await allToPublic(house, awake, moment)).filter(isLiving);
}

const CANDIDATES = 2 * SHOWN;

/** Creatures in danger, the most urgent first. */
async function readInNeed(house: House, now: Instant, store: Db) {
  const [endangered, next] = await Promise.all([
    listLiving(store, { order: 'danger', offset: 0, limit: CANDIDATES }),
    nextToChange(store, now, CANDIDATES),
  ]);
  const candidates = new Map([...endangered, ...next].map((one) => [one.stored.creature.id, one]));
  const needs = await allReadable([...candidates.values()].map((one) => urgentNeed(house, one, now)));
  const urgent = needs
    .filter((need) => need !== undefined)
    .toSorted((one, other) => compareDangers(one.danger, other.danger) || one.diesAt - other.diesAt)
    .slice(0, SHOWN)
    .map(({ candidate }) => candidate);
  return (await allToPublic(house, urgent, now)).filter(isLiving);
}

/** The need of a creature; undefined unless its danger is public or its meal is late. */
async function urgentNeed(house: House, candidate: CreatureWithKeeper, now: Instant) {
  const { creature } = candidate.stored;
  const observed = observeLiving(creature, await speciesOf(house, creature.species), now);
  if (!observed) return undefined;
  const { danger } = publicSituation(observed);
  if (danger === 'none' && !isMealLate(observed.feeding.status)) return undefined;
  const { thresholdHours, hoursWithoutCare } = observed.deathClock;
  const diesAt = observed.publicClock.diesAt ?? now + (thresholdHours - hoursWithoutCare) * HOUR;
  return { candidate, danger, diesAt };
}

async function readReflections(house: House, store: Db) {
  // More reflections are read than shown: some are hidden.
  const reflections = await latestReflectionNews(store, 2 * SHOWN);
  const hidden = await readHiddenContent(house);
  const shown = await allReadable(
    reflections.map(async (reflection) => {
      const { at, entryId, notes } = reflection;
      const note = hidden.visibleText('note', entryId, notes);
      if (note === undefined) return undefined;
      return { at, who: await toNewsMention(house, reflection), entryId, note: shortenForDisplay(note) };
    }),
  );
  return shown.filter((reflection) => reflection !== undefined);
}
