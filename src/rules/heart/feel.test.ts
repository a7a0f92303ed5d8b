import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN } from '../../../test/support/creature.ts';
import { applyCare, type AskedCare } from '../care/care.ts';
import { DAY, HOUR, type Instant } from '../base/clock.ts';
import { requireHatched, type HatchedCreature } from '../lives/creature.ts';
import { liveUntil } from '../lives/live-until.ts';
import { reviveCreature } from '../lives/resurrection.ts';
import { heartAfterReturn, heartAt, heartOf, wishAt, type HeartEvent } from './feel.ts';
import { keepsakeOfWish } from './keepsakes.ts';
import type { Letter } from './heart.ts';

function at(creature: HatchedCreature, now: Instant): HatchedCreature {
  return requireHatched(liveUntil(creature, PLAIN, now).creature);
}

function cared(creature: HatchedCreature, { at: now, ...wish }: Partial<AskedCare> & { at: Instant }) {
  const outcome = applyCare(at(creature, now), PLAIN, { action: 'feed', ...wish }, now);
  if ('refused' in outcome) throw new TypeError(`It was refused: ${outcome.refused}.`);
  return { creature: requireHatched(outcome.creature), felt: outcome.felt };
}

/** At six, noon and eight in the evening: always on time and never asleep. */
function mealsBetween(from: number, until: number): number[] {
  return Array.from({ length: until - from }, (_, nth) => from + nth + 1).filter((hour) =>
    [0, 8, 18].includes(hour % 24),
  );
}

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

function lettersIn(events: readonly HeartEvent[]): Letter[] {
  return events.flatMap((event) => (event.kind === 'letter' ? [event.letter] : []));
}

function keptIn(events: readonly HeartEvent[]): string[] {
  return events.flatMap((event) => (event.kind === 'kept' ? [event.keepsake] : []));
}

test('a newly hatched creature has a shell keepsake and no wish yet', () => {
  const { heart, happened } = heartAt(aCreature(), PLAIN, NOON);
  expect(keptIn(happened)).toEqual(['piece_of_shell']);
  expect(heart).toMatchObject({ since: NOON, stage: 'baby', letters: 0, granted: 0 });
  expect(heart.wish.open).toBeUndefined();
});

test('it has one wish at a time, and the next one hours after the last', () => {
  const creature = { ...aCreature(), life: { ...aCreature().life, lastFedAt: after(200) } };
  const hours = Array.from({ length: 800 }, (_, quarter) => quarter / 4);
  const wishes = hours.map((hour) => heartAt(creature, PLAIN, after(hour)).heart.wish);
  const open = [
    ...new Map(wishes.flatMap((wish) => (wish.open ? [[wish.number, wish]] : []))).values(),
  ] as typeof wishes;
  expect(open.length).toBeGreaterThan(3);
  expect(open.map(({ number }) => number)).toEqual(open.map((_, nth) => nth + 1));
  const pauses = open.slice(1).map((wish, nth) => (wish.from - (open[nth]?.open?.until ?? 0)) / HOUR);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(4);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(12);
});

test('a granted wish leaves a keepsake, and the next one follows', () => {
  const creature = aCreature();
  const opens = heartOf(creature).wish.from;
  const kind = wishAt(creature, PLAIN, opens)?.kind;
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

test('a keepsake earned again is kept once', () => {
  const { creature, felt } = fedUntil(160);
  const kept = keptIn(felt);
  expect(kept).toEqual([...new Set(kept)]);
  expect(creature.heart?.keepsakes).toEqual(kept);
  expect(kept).toEqual(expect.arrayContaining(['first_crumb', 'knot_of_ten', 'house_key']));
});

test('it writes letters at each stage and each week of age, with numbers', () => {
  const { creature } = fedUntil(24 * 15);
  const felt = [...fedUntil(24 * 15).felt, ...heartAt(creature, PLAIN, after(24 * 15)).happened];
  const letters = lettersIn(felt);
  expect(letters.map(({ occasion, at: when }) => [occasion, (when - NOON) / DAY])).toEqual([
    ['child', 1],
    ['teen', 3],
    ['adult', 5],
    ['week', 7],
    ['week', 14],
  ]);
  expect(letters.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  expect(letters.map(({ ageDays }) => ageDays)).toEqual([1, 3, 5, 7, 14]);
});

test('a letter covers only the time since the last one', () => {
  const letters = lettersIn(fedUntil(24 * 15).felt);
  const [, , , week, next] = letters;
  expect(week?.page.from).toBe(after(120));
  expect(next?.page.from).toBe(after(168));
  expect(next?.page.actions.feed).toBe(21);
  expect(next?.page.meals.on_time).toBe(21);
  expect(next?.page.longestWaitHours).toBe(10);
  // A meal at the same moment comes after it.
  expect(next?.streak).toBe(41);
});

test('at death it writes a last letter, and an open wait does not count as ended', () => {
  const { creature } = fedUntil(48);
  const dead = at(creature, after(1000));
  const died = dead.died?.at ?? 0;
  const letters = lettersIn(heartAt(dead, PLAIN, after(1000)).happened);
  const last = letters.at(-1);
  expect(last).toMatchObject({ occasion: 'death', at: died });
  expect(died - after(48)).toBeGreaterThan(20 * HOUR);
  expect(last?.page.longestWaitHours).toBeLessThan(20);
  expect(heartAt(dead, PLAIN, after(1000))).toEqual(heartAt(dead, PLAIN, died));
  expect(wishAt(dead, PLAIN, died)).toBeUndefined();
});

test('after resurrection it has one ember, writes, and continues its age and letter numbers', () => {
  const { creature } = fedUntil(48);
  const dead = at(creature, after(1000));
  const died = dead.died?.at ?? 0;
  const now = died + 3 * DAY;
  const { heart, happened } = heartAfterReturn(dead, PLAIN, now);
  const [before, letter] = lettersIn(happened).slice(-2);
  expect(keptIn(happened)).toContain('warm_ember');
  expect(before).toMatchObject({ occasion: 'death' });
  expect(letter).toMatchObject({
    occasion: 'return',
    number: (before?.number ?? 0) + 1,
    ageDays: Math.floor((died - NOON) / DAY),
    streak: 0,
    page: { from: now, longestWaitHours: 0, kept: ['warm_ember'] },
  });
  expect(heart.wish.from).toBeGreaterThanOrEqual(now + 4 * HOUR);
  const back = requireHatched(reviveCreature(dead, PLAIN, 'back', now));
  expect(heartOf(back)).toEqual(heart);
  const again = at(back, after(5000));
  expect(keptIn(heartAfterReturn(again, PLAIN, after(5000)).happened)).not.toContain('warm_ember');
});

test('a released creature writes no more letters', () => {
  const { creature } = fedUntil(24 * 6);
  const released = { ...creature, releasedAt: after(24 * 6) };
  expect(lettersIn(heartAt(released, PLAIN, after(24 * 30)).happened)).toEqual([]);
});

function withoutHeart(creature: HatchedCreature): HatchedCreature {
  return { ...creature, heart: undefined };
}

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
