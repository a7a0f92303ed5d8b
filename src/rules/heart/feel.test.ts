import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN } from '../../../test/support/creature.ts';
import { DAY, HOUR, type Instant } from '../base/clock.ts';
import { applyCare, type AskedCare } from '../care/care.ts';
import { requireHatched, type HatchedCreature } from '../lives/creature.ts';
import { liveUntil } from '../lives/live-until.ts';
import { reviveCreature } from '../lives/resurrection.ts';
import { heartAfterReturn, heartAt, heartOf, type HeartEvent } from './feel.ts';
import { keepsakeOfWish } from './keepsakes.ts';

const at = (creature: HatchedCreature, now: Instant): HatchedCreature =>
  requireHatched(liveUntil(creature, PLAIN, now).creature);

function cared(creature: HatchedCreature, { at: now, ...wish }: Partial<AskedCare> & { at: Instant }) {
  const outcome = applyCare(at(creature, now), PLAIN, { action: 'feed', ...wish }, now);
  if ('refused' in outcome) throw new TypeError(`It was refused: ${outcome.refused}.`);
  return { creature: requireHatched(outcome.creature), felt: outcome.felt };
}

/** At six, noon and eight in the evening, counted from noon: always on time and never asleep. */
const MEALS = new Set([0, 8, 18]);
const mealsBetween = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, nth) => from + nth + 1).filter((hour) => MEALS.has(hour % 24));

function fedUntil(hours: number) {
  let creature = aCreature();
  const felt: HeartEvent[] = [];
  for (const hour of mealsBetween(0, hours)) {
    const given = cared(creature, { at: after(hour) });
    creature = given.creature;
    felt.push(...given.felt);
  }
  return { creature, felt };
}

const lettersIn = (events: readonly HeartEvent[]) =>
  events.flatMap((event) => (event.kind === 'letter' ? [event.letter] : []));
const keptIn = (events: readonly HeartEvent[]) =>
  events.flatMap((event) => (event.kind === 'kept' ? [event.keepsake] : []));

test('it has one wish at a time, and the next one hours after the last', () => {
  const creature = { ...aCreature(), life: { ...aCreature().life, lastFedAt: after(200) } };
  const hours = Array.from({ length: 800 }, (_, quarter) => quarter / 4);
  const wishes = hours.map((hour) => heartAt(creature, PLAIN, after(hour)).heart.wish);
  const open = [...new Map(wishes.filter((wish) => wish.open).map((wish) => [wish.number, wish])).values()];
  expect(open.length).toBeGreaterThan(3);
  expect(open.map(({ number }) => number)).toEqual(open.map((_, nth) => nth + 1));
  const pauses = open.slice(1).map((wish, nth) => (wish.from - (open[nth]?.open?.until ?? 0)) / HOUR);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(4);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(12);
});

test('a granted wish leaves a keepsake, and the next one follows', () => {
  const creature = aCreature();
  const opens = heartOf(creature).wish.from;
  const kind = heartAt(creature, PLAIN, opens).heart.wish.open?.kind;
  if (!kind) throw new TypeError('There is no wish.');
  const now = opens + HOUR;
  const given = cared(creature, { action: 'reflect', granted: kind, at: now });
  expect(keptIn(given.felt)).toContain(keepsakeOfWish(kind));
  const { heart } = given.creature;
  expect(heart).toMatchObject({ granted: 1, wish: { number: 2 }, lately: { granted: [kind] } });
  expect(heart?.wish.open).toBeUndefined();
  expect(heart?.wish.from).toBeGreaterThanOrEqual(now + 4 * HOUR);
});

test('an expired wish costs nothing, and the next one follows', () => {
  const creature = aCreature();
  const { wish } = heartAt(creature, PLAIN, heartOf(creature).wish.from).heart;
  const later = heartAt(creature, PLAIN, (wish.open?.until ?? 0) + HOUR).heart;
  expect(later).toMatchObject({ granted: 0, wish: { number: 2 }, lately: { letGo: [wish.open?.kind] } });
});

test('it writes letters at each stage and each week of age, with numbers', () => {
  const { creature, felt } = fedUntil(24 * 15);
  const letters = lettersIn([...felt, ...heartAt(creature, PLAIN, after(24 * 15)).happened]);
  const written = letters.map(({ occasion, at: when }) => `${occasion} ${(when - NOON) / DAY}`);
  expect(written).toEqual(['child 1', 'teen 3', 'adult 5', 'week 7', 'week 14']);
  expect(letters.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  expect(letters.map(({ ageDays }) => ageDays)).toEqual([1, 3, 5, 7, 14]);
});

// test/laws/heart.test.ts checks the ember and the letters of every return.
test('after resurrection it continues its age and letter numbers, and gets no second ember', () => {
  const { creature } = fedUntil(136);
  const dead = at(creature, after(1000));
  const died = dead.died?.at ?? 0;
  const now = died + 3 * DAY;
  const { heart, happened } = heartAfterReturn(dead, PLAIN, now);
  const [before, letter] = lettersIn(happened).slice(-2);
  const page = { from: now, longestWaitHours: 0, kept: ['warm_ember'] };
  const ageDays = Math.floor((died - NOON) / DAY);
  expect(letter).toMatchObject({ number: (before?.number ?? 0) + 1, ageDays, streak: 0, page });
  expect(heart.wish.from).toBeGreaterThanOrEqual(now + 4 * HOUR);
  const back = requireHatched(reviveCreature(dead, PLAIN, 'back', now));
  expect(heartOf(back)).toEqual(heart);
  const seventhDay = expect.objectContaining({ keepsake: 'week_stone', at: now + 7 * DAY - (died - NOON) });
  expect(heartAt(back, PLAIN, now + DAY).happened).toContainEqual(seventhDay);
  const again = at(back, after(5000));
  expect(keptIn(heartAfterReturn(again, PLAIN, after(5000)).happened)).not.toContain('warm_ember');
});

test('a released creature writes no more letters', () => {
  const { creature } = fedUntil(24 * 6);
  const released = { ...creature, releasedAt: after(24 * 6) };
  expect(lettersIn(heartAt(released, PLAIN, after(24 * 30)).happened)).toEqual([]);
});

const withoutHeart = (creature: HatchedCreature): HatchedCreature => ({ ...creature, heart: undefined });

test('a creature of an older version starts at its last care, with its recorded memory', () => {
  const grown = at(withoutHeart(fedUntil(24 * 8).creature), after(24 * 8));
  const heart = heartOf(grown);
  expect(heart).toMatchObject({ since: after(24 * 8), stage: 'adult', week: 1, letters: 0, keepsakes: [] });
  expect(heart.care.actions.feed).toBe(20);
  expect(heart.manner).toBeDefined();
  expect(keptIn(heartAt(grown, PLAIN, after(24 * 8)).happened)).toEqual([]);
});

test('care recorded by a version without hearts is noticed, and keepsakes stay', () => {
  const { creature } = fedUntil(48);
  const { heart } = creature;
  const { creature: later } = cared(withoutHeart(creature), { at: after(56) });
  const mixed: HatchedCreature = { ...later, heart };
  expect(heartOf(creature)).toBe(heart);
  expect(heartOf(mixed)).toMatchObject({
    since: after(56),
    acts: 7,
    keepsakes: heart?.keepsakes,
    letters: heart?.letters,
    wish: { number: (heart?.wish.number ?? 0) + 1 },
  });
});

test('an adult has a manner and keeps it', () => {
  const { creature } = fedUntil(24 * 6);
  expect(heartAt(fedUntil(24 * 4).creature, PLAIN, after(24 * 4)).heart.manner).toBeUndefined();
  const { manner } = heartAt(creature, PLAIN, after(24 * 6)).heart;
  expect(manner).toBeDefined();
  let later = creature;
  for (const [nth, hour] of mealsBetween(24 * 6, 24 * 12).entries())
    later = cared(later, { action: nth % 2 === 0 ? 'feed' : 'play', at: after(hour) }).creature;
  expect(later.heart?.manner).toBe(manner);
});
