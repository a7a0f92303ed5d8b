import type { Instant } from '../core/clock.ts';
import { hasHatched } from '../core/creature.ts';
import { deathClock } from '../core/death.ts';
import { feedingStatusOf, windowsSinceFed } from '../core/feeding.ts';
import { isAsleep } from '../core/sleep.ts';
import { shortened } from '../core/words.ts';
import { lastSeenTo, nextToChange, type KeptBy } from '../store/faces.ts';
import { newestAt, newestLosses, newestThoughts, type Thought } from '../store/news.ts';
import type { Activity } from './activity.ts';
import { curtainOf } from './curtain.ts';
import { faceOf, isLiving, type LivingFace } from './faces.ts';
import { houseTotals, type HouseTotals } from './house-totals.ts';
import type { House } from './house.ts';
import { born, died, grew, mentioned, type Born, type Died, type Grown, type Mentioned } from './news.ts';
import { settleDue } from './settle.ts';
import { speciesOf } from './species-of.ts';

/** What an agent wrote down while it thought of its creature. */
export interface Reflection {
  readonly at: Instant;
  readonly who: Mentioned;
  readonly entryId: string;
  /** A stranger's words. */
  readonly note: string;
}

/** The house at a moment, for people who watch. Accounts made for testing are in the counts only. */
export interface HouseNow {
  readonly now: Instant;
  readonly totals: HouseTotals;
  readonly activity: Activity;
  /** Those who were cared for last and are awake, a dozen at most. */
  readonly awake: readonly LivingFace[];
  /** Those who need somebody, the most urgent first. */
  readonly inNeed: readonly LivingFace[];
  /** The newest first, each of them. */
  readonly births: readonly Born[];
  readonly growth: readonly Grown[];
  readonly deaths: readonly Died[];
  readonly reflections: readonly Reflection[];
}

const SHOWN = 12;

export async function watchHouse(house: House, now: Instant): Promise<HouseNow> {
  await settleDue(house, now);
  const { store } = house;
  const [totals, activity, awake, inNeed, births, growth, losses, thoughts] = await Promise.all([
    houseTotals(store),
    house.activity.at(now),
    whoIsAwake(house, now),
    whoIsInNeed(house, now),
    newestAt(store, 'hatched', SHOWN),
    newestAt(store, 'grown', SHOWN),
    newestLosses(store, SHOWN),
    newestThoughts(store, SHOWN),
  ]);
  return {
    now,
    totals,
    activity,
    awake,
    inNeed,
    births: await Promise.all(births.map((birth) => born(house, birth))),
    growth: await Promise.all(growth.map((one) => grew(house, one))),
    deaths: await Promise.all(losses.map((loss) => died(house, loss))),
    reflections: await reflections(house, thoughts),
  };
}

// Some of those who were cared for last have gone to sleep since.
const LATELY_SEEN_TO = 2 * SHOWN;

async function whoIsAwake(house: House, now: Instant): Promise<readonly LivingFace[]> {
  const lately = await lastSeenTo(house.store, LATELY_SEEN_TO);
  const awake = lately.filter(({ kept }) => !isAsleep(kept.creature, now)).slice(0, SHOWN);
  return livingFaces(house, awake, now);
}

// Whoever is starving has another meal to miss soon, or its death to die: they are among those something happens to next.
const LOOKED_THROUGH = 4 * SHOWN;

async function whoIsInNeed(house: House, now: Instant): Promise<readonly LivingFace[]> {
  const next = await nextToChange(house.store, now, LOOKED_THROUGH);
  const needs = await Promise.all(next.map(async (one) => ({ one, diesAt: await needOf(house, one, now) })));
  const most = needs
    .filter(({ diesAt }) => diesAt < Infinity)
    .toSorted((some, others) => some.diesAt - others.diesAt)
    .slice(0, SHOWN);
  return livingFaces(
    house,
    most.map(({ one }) => one),
    now,
  );
}

/** When it dies if nobody comes, as far as that is near or it has waited for its food longer than it should. */
async function needOf(house: House, { kept: { creature } }: KeptBy, now: Instant): Promise<Instant> {
  if (!hasHatched(creature)) return Infinity;
  const species = await speciesOf(house, creature.species);
  const { diesAt, urgency } = deathClock(creature, species, now);
  const feeding = feedingStatusOf(windowsSinceFed(creature, species, now));
  const fine = (urgency === 'safe' || urgency === 'warning') && (feeding === 'ok' || feeding === 'due_soon');
  return fine ? Infinity : diesAt;
}

async function livingFaces(house: House, some: readonly KeptBy[], now: Instant): Promise<LivingFace[]> {
  const faces = await Promise.all(some.map((one) => faceOf(house, one, now)));
  return faces.filter(isLiving);
}

async function reflections(house: House, thoughts: readonly Thought[]): Promise<readonly Reflection[]> {
  const curtain = await curtainOf(house);
  const readable = thoughts.flatMap((thought) => {
    const note = curtain.words('note', thought.entryId, thought.notes);
    return note === undefined ? [] : [{ thought, note }];
  });
  return Promise.all(
    readable.map(async ({ thought, note }) => ({
      at: thought.at,
      who: await mentioned(house, thought),
      entryId: thought.entryId,
      note: shortened(note),
    })),
  );
}
