import fc from 'fast-check';
import { expect, test } from 'vitest';

import { KEEPER_KINDS } from '../../tools/sim/keeper.ts';
import { simulate } from '../../tools/sim/simulate.ts';
import { applyCare, type CareEffect, type CareOutcome } from '../../src/rules/care/care.ts';
import { HOUR, type Instant } from '../../src/rules/base/clock.ts';
import { newEgg, type HatchedCreature } from '../../src/rules/lives/creature.ts';
import { diesAt } from '../../src/rules/lives/death.ts';
import { hatchEgg, liveUntil } from '../../src/rules/lives/live-until.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { Mechanic } from '../../src/rules/species/mechanics.ts';
import {
  ACTIONS,
  ITEM_CATEGORIES,
  MOODS,
  type FeedingStatus,
  type Mood,
  type Timing,
} from '../../src/rules/vocabulary.ts';
import {
  anyCreature,
  anyShare,
  anySpecies,
  anyStart,
  anyWish,
  anyZone,
  asHatched,
  onTheWay,
  PATIENTLY,
  RUNS,
} from './creatures.ts';

const TIMINGS_BY_STATUS: Record<FeedingStatus, readonly Timing[]> = {
  ok: ['early'],
  due_soon: ['on_time'],
  overdue: ['late'],
  // At exactly one and a half windows it is critical, and a meal is still late.
  critical: ['late', 'missed_window'],
};

test('the timing of a meal matches the feeding status observed at the same moment', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, (moment, share) => {
      const { creature, species } = moment;
      const at = onTheWay(moment, share);
      const { status } = observe(creature, species, at).feeding;
      const outcome = applyCare(
        { ...creature, life: { ...creature.life, playedSinceFed: true } },
        species,
        { action: 'feed' },
        at,
      );
      fc.pre(!('refused' in outcome));
      expect(TIMINGS_BY_STATUS[status]).toContain(outcome.timing);
    }),
    RUNS,
  );
});

test('care sets the clocks to its moment, and decay continues from the new stats', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, anyWish, (moment, share, wish) => {
      const at = onTheWay(moment, share);
      const there = asHatched(liveUntil(moment.creature, moment.species, at).creature);
      const outcome = applyCare(there, moment.species, wish, at);
      fc.pre(!('refused' in outcome));
      const { life } = asHatched(outcome.creature);
      expect(life).toMatchObject({ stats: outcome.after, settledAt: at, lastCareAt: at });
      expect(outcome.killed).toBe(outcome.after.health === 0);
      expect(outcome.killed || diesAt(asHatched(outcome.creature), moment.species) > at).toBe(true);
    }),
    RUNS,
  );
});

test('a milestone is reached once in a life, and a stage entered once', PATIENTLY, () => {
  fc.assert(
    fc.property(
      anySpecies,
      fc.constantFrom(...KEEPER_KINDS),
      fc.nat(),
      anyZone,
      anyStart,
      (species, keeper, seed, zone, startAt) => {
        const { events } = simulate({ species, keeper, seed, zone, startAt, days: 6 });
        const reached = events.flatMap((event) => {
          if (event.kind === 'grew') return [event.to];
          return event.kind === 'cared'
            ? event.milestones.map(({ type, threshold }) => `${type} ${threshold}`)
            : [];
        });
        expect(reached).toEqual([...new Set(reached)]);
        const moments = events.map(({ at }) => at);
        expect(moments).toEqual(moments.toSorted((one, other) => one - other));
      },
    ),
    RUNS,
  );
});

const MECHANICS = [
  ...new Map(CATALOG.flatMap(({ mechanics }) => mechanics.map((each) => [each.blurb, each]))).values(),
];

/** Numbers to nine decimals: the order of two factors may change the last digits. */
function rounded(outcome: CareOutcome): unknown {
  if ('refused' in outcome) return 'refused';
  const { after, shown, effectiveness, timing, milestones, killed } = outcome satisfies CareEffect;
  const digits = (stats: Readonly<Record<string, number>>) =>
    Object.entries(stats).map(([stat, value]) => `${stat} ${value.toFixed(9)}`);
  return [
    digits(after),
    digits(shown.before),
    digits(shown.after),
    effectiveness,
    timing,
    milestones,
    killed,
  ];
}

function withMechanics(species: Species, mechanics: readonly Mechanic[]): Species {
  return { ...species, mechanics };
}

test('the order of a species’ mechanics changes nothing', PATIENTLY, () => {
  const several = fc.uniqueArray(fc.constantFrom(...MECHANICS), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(anyCreature, several, anyShare, anyWish, (moment, mechanics, share, wish) => {
      const [one, other] = [mechanics, mechanics.toReversed()].map((all) =>
        withMechanics(moment.species, all),
      );
      fc.pre(one !== undefined && other !== undefined);
      const { creature } = moment;
      const at = onTheWay({ ...moment, species: one }, share);
      expect(rounded(applyCare(creature, one, wish, at))).toEqual(
        rounded(applyCare(creature, other, wish, at)),
      );
      expect(observe(creature, one, at)).toStrictEqual(observe(creature, other, at));
    }),
    RUNS,
  );
});

const STATS_BY_MOOD: Record<Mood, Partial<HatchedCreature['life']['stats']>> = {
  sleeping: {},
  critical: { health: 10, trust: 45 },
  sick: { health: 30, trust: 0 },
  hungry: { hunger: 0, trust: 50 },
  happy: { happiness: 100, hunger: 100, health: 100, trust: 100, discipline: 100 },
  content: { happiness: 50, hunger: 60, trust: 95 },
  curious: { happiness: 0, hunger: 40, trust: 75 },
};

function inMood(species: Species, mood: Mood, born: Instant): HatchedCreature {
  const given = {
    id: mood,
    keeperId: 'keeper',
    name: 'Noah',
    species: species.slug,
    seed: 11,
    zone: 'UTC',
    personality: [],
  };
  const creature = asHatched(hatchEgg(newEgg(given, born), born));
  const stats = { ...creature.life.stats, ...STATS_BY_MOOD[mood] };
  return { ...creature, life: { ...creature.life, stats } };
}

/** Every number in the value that is not finite. */
function strangeNumbers(value: unknown): unknown[] {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strangeNumbers) : [];
}

test.each(CATALOG)('$name answers every action at every hour in every mood', (species) => {
  const strange = MOODS.flatMap((mood) =>
    Array.from({ length: 24 }, (_, hour) => {
      const born = Date.UTC(2026, 5, 1, hour);
      const creature = inMood(species, mood, born);
      const now = born + Math.floor(species.feedingWindowHours * HOUR * (0.2 + (hour % 3) * 0.6));
      const items = [undefined, ...ITEM_CATEGORIES.map((category) => ({ name: 'puzzle', category }))];
      return [
        ...strangeNumbers(observe(creature, species, now)),
        ...ACTIONS.flatMap((action, turn) =>
          strangeNumbers(
            applyCare(creature, species, { action, item: items[(turn + hour) % items.length] }, now),
          ),
        ),
      ];
    }).flat(),
  );
  expect(strange).toEqual([]);
});
