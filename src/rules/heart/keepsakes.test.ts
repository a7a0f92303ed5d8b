import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN } from '../../../test/support/creature.ts';
import { DAY, HOUR, type Instant } from '../base/clock.ts';
import { NEW_RECORD, requireHatched, type CareRecord } from '../lives/creature.ts';
import { GROWS_AT, LATE_BLOOM_HOURS } from '../lives/growth.ts';
import { liveUntil } from '../lives/live-until.ts';
import { ACTIONS, STAGES, DAY_PARTS, type Action } from '../vocabulary.ts';
import { AMBITION_KINDS, type AmbitionKind, type AmbitionRow, AMBITIONS } from './ambitions-table.ts';
import { heartAfterCare, heartAfterReturn, heartAt, heartOf } from './feel.ts';
import { NO_CARE, type CareDigest } from './heart.ts';
import { KEEPSAKES, KEEPSAKE_KINDS, type KeepsakeKind, type KeepsakeRow } from './keepsakes-table.ts';
import {
  KEEPSAKE_OF_FIRST_MEAL,
  KEEPSAKE_OF_RETURN,
  type KeepsakeFacts,
  keepsakeOfAmbition,
  keepsakeOfStage,
  keepsakeOfWish,
  KEEPSAKES_OF_DAYS,
  keepsakesEarned,
} from './keepsakes.ts';
import * as manner from './manner.ts';
import { WISH_KINDS, type WishKind } from './wishes-table.ts';

const { MANNER_KINDS, MANNERS, mannerOf, varietyOfCare } = manner;
const OF_LIFE = ['stage', 'streak', 'survived', 'days', 'returned'] as const;
const ORIGINS = ['wish', 'ambition', 'first', 'acts', 'granted', ...OF_LIFE] as const;
const rowOf = (kind: KeepsakeKind): KeepsakeRow => KEEPSAKES[kind];

test('there are at least sixty kinds of keepsakes, each with one source', () => {
  expect(KEEPSAKE_KINDS.length).toBeGreaterThanOrEqual(60);
  for (const kind of KEEPSAKE_KINDS)
    expect(
      ORIGINS.filter((origin) => rowOf(kind)[origin] !== undefined),
      kind,
    ).toHaveLength(1);
});

test('every wish has its own keepsake', () => {
  const left = WISH_KINDS.map(keepsakeOfWish);
  expect(new Set(left).size).toBe(WISH_KINDS.length);
  expect(left.map((kind) => rowOf(kind).wish)).toEqual(WISH_KINDS);
});

test('every ambition has its own keepsake', () => {
  const left = AMBITION_KINDS.map(keepsakeOfAmbition);
  expect(left.map((kind) => rowOf(kind).ambition)).toEqual(AMBITION_KINDS);
});

test('every stage but the egg, resurrection and four birthdays have a keepsake', () => {
  expect(STAGES.filter((stage) => keepsakeOfStage(stage) === undefined)).toEqual(['egg']);
  expect(rowOf(KEEPSAKE_OF_RETURN).returned).toBe(true);
  expect(rowOf(KEEPSAKE_OF_FIRST_MEAL).first).toBe('feed');
  expect(KEEPSAKES_OF_DAYS.map(({ days }) => days)).toEqual([7, 30, 100, 365]);
});

interface Kept {
  readonly care?: Partial<CareDigest>;
  readonly record?: Partial<CareRecord>;
  readonly granted?: number;
}
type Facts = Kept & Pick<Partial<KeepsakeFacts>, 'survived'>;

function earnedBy({ care, record, ...rest }: Facts, kept: readonly KeepsakeKind[] = []): KeepsakeKind[] {
  const facts = { care: { ...NO_CARE, ...care }, record: { ...NEW_RECORD, ...record } };
  return keepsakesEarned({ ...facts, granted: 0, survived: [], ...rest }, kept);
}

/** The least that earns a keepsake, and the most that does not. */
function factsFor({ first, streak, survived, acts, granted }: KeepsakeRow): readonly [Facts, Facts] {
  if (first === 'loved') return [{ care: { loved: ['salmon'] } }, {}];
  if (first === 'all_seven') {
    const all = Object.fromEntries(ACTIONS.map((action) => [action, 1])) as CareDigest['actions'];
    return [{ care: { actions: all } }, { care: { actions: { ...all, medicine: 0 } } }];
  }
  if (first) return [{ care: { actions: { ...NO_CARE.actions, [first]: 1 } } }, {}];
  if (streak) return [{ record: { streak } }, { record: { streak: streak - 1 } }];
  if (acts) return [{ record: { careActions: acts } }, { record: { careActions: acts - 1 } }];
  if (granted) return [{ granted }, { granted: granted - 1 }];
  return [{ survived: survived ? [survived] : [] }, {}];
}

const isOfMoment = (kind: KeepsakeKind): boolean => {
  const { wish, ambition, stage, days, returned } = rowOf(kind);
  return Boolean(wish ?? ambition ?? stage ?? days ?? returned);
};

test.each(KEEPSAKE_KINDS.filter((kind) => !isOfMoment(kind)))(
  '%s is kept from the moment it is earned, once',
  (kind) => {
    const [enough, tooLittle] = factsFor(rowOf(kind));
    expect(earnedBy(enough)).toContain(kind);
    expect(earnedBy(tooLittle)).not.toContain(kind);
    expect(earnedBy(enough, [kind])).not.toContain(kind);
  },
);

/** The age in hours at which an unfed creature reaches a stage. */
const STAGE_AGES = { egg: 0, baby: 0, child: GROWS_AT.baby, teen: GROWS_AT.child, adult: LATE_BLOOM_HOURS };
const adult = aCreature({ stage: 'adult', record: { consistency: 0 } });
const dead = requireHatched(liveUntil(aCreature(), PLAIN, NOON + 10 * DAY).creature);
const keptAt = (now: Instant, creature = adult) => heartAt(creature, PLAIN, now).heart.keepsakes;

/** Keepsakes after care that grants a wish, when `granted` wishes were granted before. */
function keptAfter(wish?: WishKind, granted = 0): readonly KeepsakeKind[] {
  const creature = { ...adult, heart: { ...heartAt(adult, PLAIN, NOON).heart, granted } };
  const felt = {
    action: 'feed',
    timing: undefined,
    effectiveness: 'effective',
    survived: [],
    mood: 'content',
    granted: wish,
  } as const;
  const now = NOON + HOUR;
  return heartAfterCare({ creature, species: PLAIN }, heartAt(creature, PLAIN, now), felt, NEW_RECORD, now)
    .heart.keepsakes;
}

/** Keepsakes after a step in good spirits, when `left` steps are still to be done after it. */
function keptAfterStep(kind: AmbitionKind, left: number): readonly KeepsakeKind[] {
  const item = { name: 'salmon', category: 'loved' } as const;
  const { action = 'play', timing, after: place }: AmbitionRow = AMBITIONS[kind];
  const felt = { action, item, timing, effectiveness: 'effective', survived: [], mood: 'happy' } as const;
  // In the evening, which every part of the day includes that an ambition asks for, but the morning.
  const now = NOON + (kind === 'dawn' ? 20 : 7) * HOUR;
  const open = { kind, steps: 4 - left, of: 5, until: now + DAY, seen: '' };
  const heart = {
    ...heartAt(adult, PLAIN, NOON).heart,
    ambition: { since: 0, number: 1, from: NOON, open, done: [], faded: [] },
  };
  const lastCareAt = place === 'play' ? now - 1 : NOON;
  const creature = {
    ...adult,
    heart,
    life: { ...adult.life, lastCareAt },
    record: { ...adult.record, lastAction: 'play' },
  } as const;
  return heartAfterCare({ creature, species: PLAIN }, { heart, happened: [] }, felt, NEW_RECORD, now).heart
    .keepsakes;
}

/** Keepsakes just before and just after the moment that earns the one of this row. */
function beforeAndAfter({ wish, ambition, stage, days, returned }: KeepsakeRow) {
  if (wish) return [keptAfter(), keptAfter(wish)];
  if (ambition) return [1, 0].map((left) => keptAfterStep(ambition, left));
  const end = NOON + 10 * DAY;
  if (returned) return [keptAt(end, dead), heartAfterReturn(dead, PLAIN, end).heart.keepsakes];
  if (stage === 'baby') return [[], keptAt(NOON)];
  const at = NOON + (days === undefined ? STAGE_AGES[stage ?? 'baby'] * HOUR : days * DAY);
  return [keptAt(at - 1), keptAt(at)];
}

test.each(KEEPSAKE_KINDS.filter(isOfMoment))(
  '%s is kept at its wish, stage, day or return, and not a moment earlier',
  (kind) => {
    const [before, then] = beforeAndAfter(rowOf(kind));
    expect(before).not.toContain(kind);
    expect(then).toContain(kind);
  },
);

test('a keepsake of granted wishes counts the wish that the care grants', () => {
  const [first] = KEEPSAKE_KINDS.flatMap((kind) => rowOf(kind).granted ?? []);
  const keeps = (granted: number) => keptAfter('breakfast', granted).some((kind) => rowOf(kind).granted);
  expect([keeps(Number(first) - 2), keeps(Number(first) - 1)]).toEqual([false, true]);
});

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed * 7919 + 1);

/** Shares of care in percent by variety; the highest share of one kind that keeps this variety. */
const SHARES = { narrow: [75, 25], middle: [55, 25, 20], wide: [32, 17, 17, 17, 17] };

function mannerAfter({ care, record, granted = 0 }: Kept, seed = 1): manner.MannerKind {
  const creature = aCreature({ seed, stage: 'adult', ...(record && { record }) });
  return mannerOf(creature, { ...heartOf(creature), granted, care: { ...NO_CARE, ...care } }, after(120));
}

function careOf(band: manner.VarietyBand, most: Action): CareDigest['actions'] {
  const others = ACTIONS.filter((action) => action !== most);
  const actions = { ...NO_CARE.actions };
  for (const [nth, share] of SHARES[band].entries()) actions[[most, ...others][nth] ?? most] = share;
  return actions;
}

function standingOut({ band, sign, from }: manner.MannerRow): Kept {
  const asAction = ACTIONS.find((action) => action === sign);
  const asPart = DAY_PARTS.find((part) => part === sign);
  // The most frequent act is the one that no other row of the band depends on most.
  const actions = careOf(band, asAction ?? 'feed');
  const hours = asPart ? { ...NO_CARE.hours, [asPart]: 100 } : NO_CARE.hours;
  const late = sign === 'late_meals';
  const loved = sign === 'loved' ? Array.from({ length: 8 }, (_, nth) => `thing ${nth}`) : [];
  return {
    care: { actions, hours, loved, visits: sign === 'visits_a_day' ? from * 10 : 0 },
    record: { feedings: 1, streak: sign === 'streak' ? from * 3 : 0, missedFeedings: late ? 3 : 0 },
    granted: sign === 'granted' ? from * 3 : 0,
  };
}

test.each(MANNER_KINDS)('%s follows from care in which its sign dominates', (kind) => {
  expect(SEEDS.map((seed) => mannerAfter(standingOut(MANNERS[kind]), seed))).toContain(kind);
});

test('there are at least forty manners, each with its own sign and variety', () => {
  expect(MANNER_KINDS.length).toBeGreaterThanOrEqual(40);
  const signs = MANNER_KINDS.map((kind) => `${MANNERS[kind].band} ${MANNERS[kind].sign}`);
  expect(new Set(signs).size).toBe(signs.length);
});

test('without a dominant sign it is the quiet manner of the same variety', () => {
  for (const band of manner.VARIETY_BANDS) expect(MANNERS[manner.QUIET_MANNERS[band]].band).toBe(band);
  expect(mannerAfter({})).toBe(manner.QUIET_MANNERS.narrow);
});

test('variety is 0 for one kind of care and 100 for all seven evenly', () => {
  const variety = (counts: readonly number[]) => {
    const done = Object.fromEntries(counts.map((count, nth) => [ACTIONS[nth], count]));
    return varietyOfCare({ ...NO_CARE, actions: { ...NO_CARE.actions, ...done } });
  };
  expect(variety([])).toBe(0);
  expect(variety([12])).toBe(0);
  expect(variety([5, 5, 5, 5, 5, 5, 5])).toBeCloseTo(100);
  expect(variety([5, 5])).toBeCloseTo(35.6, 1);
  expect(variety([9, 1])).toBeLessThan(variety([5, 5]));
});

test('variety has three bands, with borders at 45 and 70', () => {
  const bands = [0, 44.9, 45, 69.9, 70, 100].map(manner.varietyBand);
  expect(bands.join(' ')).toBe('narrow narrow middle middle wide wide');
});

test('care of variety 0 never leads to a manner of variety 80, all else being equal', () => {
  const even = { ...careOf('wide', 'feed'), reflect: 17 };
  expect(varietyOfCare({ ...NO_CARE, actions: even })).toBeGreaterThan(80);
  const atNight = { care: { hours: { ...NO_CARE.hours, night: 100 } } };
  const alike: readonly Kept[] = [{}, { granted: 20 }, { record: { streak: 40 } }, atNight];
  for (const kept of alike)
    for (const seed of SEEDS) {
      const same = mannerAfter({ ...kept, care: { ...kept.care, actions: careOf('narrow', 'feed') } }, seed);
      const varied = mannerAfter({ ...kept, care: { ...kept.care, actions: even } }, seed);
      expect([MANNERS[same].band, MANNERS[varied].band]).toEqual(['narrow', 'wide']);
    }
});

test('creatures kept alike have different manners', () => {
  const kept: Kept = {
    care: { actions: careOf('middle', 'feed'), hours: { ...NO_CARE.hours, evening: 100 } },
  };
  expect(new Set(SEEDS.map((seed) => mannerAfter(kept, seed))).size).toBeGreaterThan(1);
});
