import fc from 'fast-check';
import { test } from 'vitest';

import { DAY, HOUR, type Instant, MINUTE, TimeZone } from '../../src/rules/base/clock.ts';
import { applyCare, type AskedCare } from '../../src/rules/care/care.ts';
import { newEgg, hasHatched, type Creature, type HatchedCreature } from '../../src/rules/lives/creature.ts';
import { diesAt, hatchEgg, liveUntil, markChecked } from '../../src/rules/lives/live-until.ts';
import type { Observation } from '../../src/rules/lives/observe.ts';
import { reviveCreature } from '../../src/rules/lives/resurrection.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { RANGES, type Species } from '../../src/rules/species/species.ts';
import { ACTIONS, FAMILIES, ITEM_CATEGORIES, TRAITS, TRUST_SPEEDS } from '../../src/rules/vocabulary.ts';
import { builtIn } from '../support/creature.ts';

/** Cases per law: 100 by default, 2,000 with TEST_LONG=1, or LAW_RUNS. */
export const RUNS = Number(process.env['LAW_RUNS'] ?? (process.env['TEST_LONG'] ? 2_000 : 100));

export function law<Case extends [unknown, ...unknown[]]>(
  title: string,
  cases: { readonly [Nth in keyof Case]: fc.Arbitrary<Case[Nth]> },
  holds: (...drawn: Case) => void,
  maxSkipsPerRun = 100,
): void {
  // The title is a literal of the caller.
  // oxlint-disable-next-line vitest/valid-title
  test(title, { timeout: 30_000 + RUNS * 10 }, () => {
    const property = fc.property(fc.tuple<Case>(...cases), (drawn) => holds(...drawn));
    fc.assert(property, { numRuns: RUNS, maxSkipsPerRun });
  });
}

export interface Moment {
  readonly creature: HatchedCreature;
  readonly species: Species;
  readonly now: Instant;
}

const HOUSECAT = builtIn('housecat');
const community = fc
  .record({
    family: fc.constantFrom(...FAMILIES),
    trustSpeed: fc.constantFrom(...TRUST_SPEEDS),
    traits: fc.uniqueArray(fc.constantFrom(...TRAITS), { maxLength: 3 }),
    feedingWindowHours: within(RANGES.feedingWindowHours),
    hungerDecayPerHour: within(RANGES.hungerDecayPerHour),
    happinessDecayPerHour: within(RANGES.happinessDecayPerHour),
    curious: fc.boolean(),
  })
  .map((drawn): Species => ({ ...HOUSECAT, ...drawn, slug: 'community', tier: 'community' }));

/** Any built-in species, or one that an agent could design. */
export const anySpecies: fc.Arbitrary<Species> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...CATALOG) },
  { weight: 1, arbitrary: community },
);

export const anyZone = fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone'));

/** Any moment of five years, often one near a clock change. */
export const anyStart: fc.Arbitrary<Instant> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2029, 0) }) },
  { weight: 1, arbitrary: fc.integer({ min: Date.UTC(2026, 2, 6), max: Date.UTC(2026, 3, 6) }) },
  { weight: 1, arbitrary: fc.integer({ min: Date.UTC(2026, 9, 23), max: Date.UTC(2026, 10, 2) }) },
);

const anyItem = fc.record({
  name: fc.constantFrom('puzzle', 'a shoe', 'training ball'),
  category: fc.constantFrom(...ITEM_CATEGORIES),
});
export const anyWish: fc.Arbitrary<AskedCare> = fc.record({
  action: fc.constantFrom(...ACTIONS),
  item: fc.option(anyItem, { nil: undefined, freq: 2 }),
});

const aShareOfWindow = fc.constantFrom(0.25, 0.5, 0.75, 1, 1.5, 2);
/** Time until the next event: any, or a share of the feeding window within a millisecond. */
const anyWait: fc.Arbitrary<{ ms: number; windows?: number }> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ms: fc.nat(8 * HOUR) }) },
  { weight: 1, arbitrary: fc.record({ ms: fc.nat(2 * DAY) }) },
  { weight: 1, arbitrary: fc.record({ ms: fc.constantFrom(0, 1, 30 * MINUTE - 1, 30 * MINUTE, 3 * HOUR) }) },
  { weight: 3, arbitrary: fc.record({ windows: aShareOfWindow, ms: fc.constantFrom(-1, 0, 1) }) },
);

const anyStep = fc.record({
  wait: anyWait,
  wish: fc.oneof(anyWish, fc.constant<AskedCare>({ action: 'feed' })),
  looks: fc.boolean(),
  /** Sometimes it dies first and is resurrected after this time. */
  deadFor: fc.oneof(
    { weight: 30, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.nat(7 * DAY) },
  ),
});

const anyHistory = fc.record({
  seed: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  zone: anyZone,
  startAt: anyStart,
  steps: fc.array(anyStep, { maxLength: 22, size: 'medium' }),
});
type History = typeof anyHistory extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** The creature after a history that it survives: late care is moved to a millisecond before its death. */
export const aCreatureOf = (anyKind: fc.Arbitrary<Species>): fc.Arbitrary<Moment> =>
  fc.tuple(anyKind, anyHistory).map(([species, { seed, zone, startAt, steps }]) => {
    const born = { creature: bornAt(startAt, { species, seed, zone }), species, now: startAt };
    return steps.reduce<Moment>(afterStep, born);
  });

export const anyCreature = aCreatureOf(anySpecies);

function afterStep(moment: Moment, { wait, wish, looks, deadFor }: History['steps'][number]): Moment {
  const { species } = moment;
  const risen = deadFor === undefined ? moment : diedAndCameBack(moment, deadFor);
  const waited = Math.round((wait.windows ?? 0) * species.feedingWindowHours * HOUR) + wait.ms;
  const now = Math.min(risen.now + waited, diesAt(risen.creature, species) - 1);
  const there = asHatched(liveUntil(risen.creature, species, now).creature);
  const seen = looks ? asHatched(markChecked(there, species, now)) : there;
  const outcome = applyCare(seen, species, wish, now);
  const survives = !('refused' in outcome) && !outcome.killed;
  return { species, now, creature: survives ? asHatched(outcome.creature) : seen };
}

function diedAndCameBack({ creature, species }: Moment, deadFor: number): Moment {
  const died = diesAt(creature, species);
  const now = died + deadFor;
  const dead = asHatched(liveUntil(creature, species, died).creature);
  return { species, now, creature: asHatched(reviveCreature(dead, species, 'back', now)) };
}

export function bornAt(
  at: Instant,
  { species, seed, zone = 'UTC' }: { species: Pick<Species, 'slug'>; seed: number; zone?: string },
): HatchedCreature {
  return asHatched(hatchEgg(newEgg({ ...SOMEBODY, species: species.slug, seed, zone }, at), at));
}

export function asHatched(creature: Creature): HatchedCreature {
  if (!hasHatched(creature)) throw new TypeError('It has not hatched.');
  return creature;
}

/** The same creature without anything memoized for it. */
export const copyOf = (creature: HatchedCreature): HatchedCreature => ({
  ...structuredClone(creature),
  zone: new TimeZone(creature.zone.name),
});

/** A moment between now and its death, by share. */
export const onTheWay = ({ creature, species, now }: Moment, share: number): Instant =>
  now + Math.floor(share * (diesAt(creature, species) - 1 - now));

/** It sleeps, and will not wake before its death. */
export const diesAsleep = ({ asleepUntil, deathClock }: Observation): boolean =>
  asleepUntil !== undefined && asleepUntil.wakesAt >= deathClock.diesAt;

export const anyShare = fc.double({ min: 0, max: 1, noNaN: true });

/** A creature, and a moment `at` between now and its death. */
export const anyVisit = fc
  .tuple(anyCreature, anyShare)
  .map(([moment, share]) => ({ ...moment, at: onTheWay(moment, share) }));

/** The same with two moments, the earlier one first. */
export const anyTwoVisits = fc.tuple(anyCreature, anyShare, anyShare).map(([moment, one, other]) => {
  const [early, late] = [Math.min(one, other), Math.max(one, other)];
  return { ...moment, early: onTheWay(moment, early), late: onTheWay(moment, late) };
});

const SOMEBODY = { id: 'law', keeperId: 'keeper', name: 'Noah', personality: ['calm'] };

function within({ lowest, highest }: { lowest: number; highest: number }): fc.Arbitrary<number> {
  return fc.double({ min: lowest, max: highest, noNaN: true });
}
