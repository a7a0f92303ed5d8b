import fc from 'fast-check';
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';

import { DAY, HOUR, type Instant, TimeZone } from '../../src/rules/base/clock.ts';
import { applyCare } from '../../src/rules/care/care.ts';
import { AMBITION_KINDS } from '../../src/rules/heart/ambitions-table.ts';
import { heartAfterReturn, heartAt, type HeartEvent } from '../../src/rules/heart/feel.ts';
import { dayPartAt, packHeart, type PackedHeart, unpackHeart } from '../../src/rules/heart/heart.ts';
import { KEEPSAKE_KINDS } from '../../src/rules/heart/keepsakes-table.ts';
import { MANNER_KINDS } from '../../src/rules/heart/manner.ts';
import { wishesOf } from '../../src/rules/heart/wish.ts';
import { WISH_KINDS, WISHES, type WishRow } from '../../src/rules/heart/wishes-table.ts';
import type { HatchedCreature } from '../../src/rules/lives/creature.ts';
import { diesAt, liveUntil } from '../../src/rules/lives/live-until.ts';
import { isAsleep } from '../../src/rules/lives/rhythm.ts';
import type { Species } from '../../src/rules/species/species.ts';
import { MOODS, STAGES } from '../../src/rules/vocabulary.ts';
import type { KeeperKind } from '../../tools/sim/keepers.ts';
import { anyCreature, anyVisit, anyWish, asHatched, copyOf, law, type Moment } from './creatures.ts';
import { simulateHeart, type HeartLife } from './heart-lives.ts';

const anyDays = fc.nat(30 * DAY);
const anyWaits = fc.array(anyDays, { minLength: 1, maxLength: 6 });

const livedUntil = (creature: HatchedCreature, species: Species, now: Instant): HatchedCreature =>
  asHatched(liveUntil(creature, species, now).creature);

test.for([
  [STAGES, 5, '7578e398'],
  [MOODS, 7, '9abadeba'],
  [WISH_KINDS, 53, '9e71aabc'],
  [KEEPSAKE_KINDS, 82, '2c689025'],
  [MANNER_KINDS, 45, '53b03cff'],
  [AMBITION_KINDS, 22, '69ca29f7'],
] as const)('stored hearts name words by place: new ones go at the end', ([words, known, digest]) => {
  expect(hash('sha1', words.slice(0, known).join()).slice(0, 8)).toBe(digest);
});

law('a heart with an unknown word cannot be read', [anyCreature], ({ creature, species, now }) => {
  const { heart } = heartAt(asHatched(creature), species, now);
  const packed = packHeart(heart).with(2, STAGES.length) as unknown as PackedHeart;
  expect(() => unpackHeart(packed)).toThrow(TypeError);
});

law('a heart is the same in steps or at once, seen or not', [anyCreature, anyWaits], (moment, waits) => {
  const { species, now } = moment;
  const moments = waits.map((wait) => now + wait).toSorted((one, other) => one - other);
  const end = moments.at(-1) ?? now;
  const atOnce = heartAt(livedUntil(copyOf(moment.creature), species, end), species, end);
  let { creature } = moment;
  for (const at of moments) {
    creature = livedUntil(creature, species, at);
    const untouched = copyOf(creature);
    const { happened } = heartAt(creature, species, at);
    expect(creature).toStrictEqual(untouched);
    expect(atOnce.happened.slice(0, happened.length)).toStrictEqual(happened);
  }
  expect(heartAt(creature, species, end)).toStrictEqual(atOnce);
});

law('events are in order, keepsakes unique, letters complete', [anyCreature, anyDays], (moment, wait) => {
  const { species, now } = moment;
  const creature = livedUntil(moment.creature, species, now + wait);
  const { heart, happened } = heartAt(creature, species, now + wait);
  const times = happened.map((event) => (event.kind === 'kept' ? event.at : event.letter.at));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(heart.keepsakes).toEqual([...new Set(heart.keepsakes)]);
  const numbers = happened.flatMap((event) => (event.kind === 'letter' ? [event.letter.number] : []));
  expect(numbers).toEqual(numbers.map((_, nth) => heart.letters - numbers.length + nth + 1));
});

law('a wish is of its species, open for 12 to 48 hours, and can be granted awake', [anyVisit], (moment) => {
  const { at } = moment;
  const { wish } = heartAt(livedUntil(moment.creature, moment.species, at), moment.species, at).heart;
  fc.pre(wish.open !== undefined);
  expect(wishesOf(moment.species)).toContain(wish.open.kind);
  expect(wish.from).toBeLessThanOrEqual(at);
  expect(wish.open.until).toBeGreaterThan(at);
  const hours = (wish.open.until - wish.from) / HOUR;
  expect(hours).toBeGreaterThanOrEqual(12);
  expect(hours).toBeLessThanOrEqual(48);
  const { action, part }: WishRow = WISHES[wish.open.kind];
  const { creature } = moment;
  const granting = Array.from({ length: Math.ceil(hours) }, (_, hour) => wish.from + hour * HOUR).filter(
    (hour) =>
      (action === 'reflect' || !isAsleep(creature, hour)) &&
      (part === undefined || dayPartAt(creature.zone, hour) === part),
  );
  expect(granting).not.toEqual([]);
});

const anyAct = fc.record({ wait: fc.nat(9 * HOUR), wish: anyWish, grants: fc.boolean() });
const anyLife = fc.array(anyAct, { maxLength: 12 });
type Life = typeof anyLife extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Applies the steps; `keeps` stores and loads the creature between them. */
function liveOn({ species, ...moment }: Moment, steps: Life, keeps: typeof stored) {
  let { creature, now } = moment;
  const felt: HeartEvent[] = [];
  for (const { wait, wish, grants } of steps) {
    now = Math.min(now + wait, diesAt(creature, species) - 1);
    creature = keeps(livedUntil(creature, species, now));
    const granted = grants ? heartAt(creature, species, now).heart.wish.open?.kind : undefined;
    const outcome = applyCare(creature, species, { ...wish, granted }, now);
    if ('refused' in outcome || outcome.killed) continue;
    creature = keeps(asHatched(outcome.creature));
    felt.push(...outcome.felt);
  }
  return { creature, felt };
}

const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** As the database stores it. */
function stored(creature: HatchedCreature): HatchedCreature {
  const { heart, zone, ...rest } = creature;
  const loaded = heart && unpackHeart(asJson(packHeart(heart)));
  return { ...asJson(rest), zone: new TimeZone(zone.name), heart: loaded };
}

law('a life continued from its stored form has the same heart', [anyCreature, anyLife], (moment, steps) => {
  const lived = liveOn(moment, steps, (creature) => creature);
  const again = liveOn(moment, steps, stored);
  expect(stored(again.creature)).toEqual(stored(lived.creature));
  expect(again.creature.heart).toEqual(lived.creature.heart);
  expect(again.felt).toEqual(lived.felt);
});

law('granting a wish changes only the heart', [anyVisit, anyWish], (moment, wish) => {
  const { species, at } = moment;
  const creature = livedUntil(moment.creature, species, at);
  const granted = heartAt(creature, species, at).heart.wish.open?.kind;
  const [without, given] = [wish, { ...wish, granted }].map((asked) => {
    const outcome = applyCare(creature, species, asked, at);
    if ('refused' in outcome) return outcome;
    return { ...outcome, felt: undefined, creature: { ...outcome.creature, heart: undefined } };
  });
  expect(given).toStrictEqual(without);
});

law(
  'a resurrected creature has its old heart plus an ember and two letters',
  [anyCreature, fc.nat(7 * DAY)],
  ({ creature, species }, deadFor) => {
    const died = diesAt(creature, species);
    const dead = livedUntil(creature, species, died);
    const before = heartAt(dead, species, died - 1).heart;
    const { heart, happened } = heartAfterReturn(dead, species, died + deadFor);
    expect(heart.keepsakes).toContain('warm_ember');
    expect(heart.keepsakes.slice(0, before.keepsakes.length)).toEqual(before.keepsakes);
    expect(heart.granted).toBe(before.granted);
    expect(heart.wish.open).toBeUndefined();
    const letters = happened.flatMap((event) => (event.kind === 'letter' ? [event.letter.occasion] : []));
    expect(letters.slice(-2)).toEqual(['death', 'return']);
  },
);

/** A fixed sample: shares and counts of a life need not keep to a bound for every seed. */
const SEEDS = Array.from({ length: process.env['TEST_LONG'] ? 150 : 12 }, (_, nth) => nth + 1);

const livesWith = (keeper: KeeperKind, seeds: readonly number[], days = 60): HeartLife[] =>
  seeds.map((seed) => simulateHeart({ keeper, seed, days }));

test('a keeper that visits four times a day finds something new every three days, for two months', () => {
  const quiet = livesWith('every_6_hours', SEEDS).map(({ quietDays }) => quietDays);
  expect(Math.max(...quiet)).toBeLessThanOrEqual(3);
});

test('a keeper that visits four times a day can grant nearly all wishes', () => {
  const lives = livesWith('every_6_hours', SEEDS);
  const offered = lives.reduce((sum, life) => sum + life.offered, 0);
  expect(lives.reduce((sum, life) => sum + life.granted, 0) / offered).toBeGreaterThan(0.9);
});

test('different kinds of keepers raise different adults', () => {
  const manners = (keeper: KeeperKind) =>
    livesWith(keeper, SEEDS.slice(0, 12), 10).flatMap(({ manner }) => manner ?? []);
  const nightOwls = new Set(manners('night_owl'));
  const machines = new Set(manners('steady'));
  expect(machines.size).toBeGreaterThan(0);
  expect([...machines].filter((manner) => nightOwls.has(manner))).toEqual([]);
});
