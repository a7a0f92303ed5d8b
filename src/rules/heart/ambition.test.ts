import { expect, test } from 'vitest';

import { aCreature, after, NOON, PLAIN } from '../../../test/support/creature.ts';
import { DAY, HOUR, type Instant } from '../base/clock.ts';
import { type HatchedCreature, requireHatched } from '../lives/creature.ts';
import { liveUntil } from '../lives/live-until.ts';
import {
  type Ambition,
  ambitionAfterCare,
  ambitionFaded,
  type MeantCare,
  noAmbition,
  type OpenAmbition,
} from './ambition.ts';
import { type AmbitionKind, AMBITIONS } from './ambitions-table.ts';
import { heartAfterReturn, heartAt } from './feel.ts';
import type { FeltCare } from './heart.ts';

const CREATURE = aCreature();

function trying(kind: AmbitionKind, steps = 0, at?: Instant): Ambition & { readonly open: OpenAmbition } {
  const open = { kind, steps, of: 6, until: NOON + 9 * DAY, seen: '', at };
  return { since: NOON, number: 1, from: NOON, open, done: [], faded: [] };
}

const feltOf = (act: MeantCare): FeltCare => ({
  effectiveness: 'effective',
  survived: [],
  mood: 'content',
  ...act,
});

/** The steps after these acts, each so many hours after noon. */
function stepsAfter(ambition: Ambition, acts: readonly (readonly [hours: number, act: MeantCare])[]): number {
  let [state, creature]: [Ambition, HatchedCreature] = [ambition, CREATURE];
  for (const [hours, act] of acts) {
    state = ambitionAfterCare(state, creature, feltOf(act), after(hours));
    const life = { ...creature.life, lastCareAt: after(hours) };
    creature = { ...creature, life, record: { ...creature.record, lastAction: act.action } };
  }
  return state.open?.steps ?? state.done.length * 100;
}

const lesson: MeantCare = { action: 'discipline', timing: undefined };
const game: MeantCare = { action: 'play', timing: undefined };
const wash: MeantCare = { action: 'clean', timing: undefined };
const meal = (timing: MeantCare['timing'], name = 'salmon'): MeantCare => ({
  action: 'feed',
  timing,
  item: { name, category: 'loved' },
});

test('lessons of a trick count eight hours apart, and nothing else counts', () => {
  expect(
    stepsAfter(trying('trick'), [
      [1, lesson],
      [2, lesson],
      [8, lesson],
      [9, lesson],
      [10, game],
    ]),
  ).toBe(2);
});

test('a journey goes one station for each meal on time, and back for a late one', () => {
  const meals = (...timings: MeantCare['timing'][]) =>
    timings.map((each, nth) => [nth * 5, meal(each)] as const);
  expect(stepsAfter(trying('journey'), meals('on_time', 'early', 'on_time', 'late', 'on_time'))).toBe(2);
  expect(stepsAfter(trying('journey'), meals('missed_window'))).toBe(0);
});

test('a garden loses a step where nothing was cleaned for two days', () => {
  expect(
    stepsAfter(trying('garden'), [
      [1, wash],
      [20, wash],
      [70, wash],
    ]),
  ).toBe(2);
});

test('dishes count once each, and one dish only again and again', () => {
  const meals = ['salmon', 'tuna', 'Salmon'].map((name, nth) => [nth * 5, meal('on_time', name)] as const);
  expect(stepsAfter(trying('many_dishes'), meals)).toBe(2);
  expect(stepsAfter(trying('one_dish'), meals)).toBe(2);
});

test('a lesson of a dance counts right after a game', () => {
  expect(
    stepsAfter(trying('dance'), [
      [1, game],
      [1.1, lesson],
    ]),
  ).toBe(1);
  expect(
    stepsAfter(trying('dance'), [
      [1, game],
      [3, lesson],
    ]),
  ).toBe(0);
});

test('harm and what it dislikes are no step', () => {
  for (const category of ['harmful', 'disliked'] as const)
    expect(stepsAfter(trying('trick'), [[1, { ...lesson, item: { name: 'x', category } }]])).toBe(0);
});

test('the last step ends an ambition, and the next one begins within a day', () => {
  const done = ambitionAfterCare(trying('trick', 5), CREATURE, feltOf(lesson), after(1));
  expect(done).toMatchObject({ done: ['trick'], faded: [], endedAt: after(1), finished: 'trick' });
  expect(done.open).toBeUndefined();
  expect(done.from - after(1)).toBeLessThan(DAY);
});

test('what is left undone fades and is remembered until it is done', () => {
  const faded = ambitionFaded(trying('garden', 3), 7);
  expect(faded).toMatchObject({ done: [], faded: ['garden'], endedAt: NOON + 9 * DAY });
  const again = { ...trying('garden', 5), faded: faded.faded };
  const done = ambitionAfterCare(again, CREATURE, feltOf(wash), after(1));
  expect(done).toMatchObject({ done: ['garden'], faded: [] });
});

test('a creature has its first ambition at two days of age, for a few days', () => {
  const later = requireHatched({
    ...CREATURE,
    life: { ...CREATURE.life, lastCareAt: after(40), lastFedAt: after(40), settledAt: after(40) },
  });
  const at = (hours: number) => heartAt(later, PLAIN, after(hours)).heart.ambition?.open;
  expect(at(47.9)).toBeUndefined();
  const open = at(48);
  expect(open).toBeDefined();
  expect(open?.steps).toBe(0);
  expect(open && open.until - after(48)).toBe(AMBITIONS[open?.kind ?? 'trick'].days * DAY);
});

test('an older heart has ambitions from its last care on', () => {
  const { heart } = heartAt(CREATURE, PLAIN, NOON);
  const old = {
    ...CREATURE,
    life: { ...CREATURE.life, ageFrom: NOON - 90 * DAY },
    heart: { ...heart, ambition: undefined },
  };
  const { ambition } = heartAt(old, PLAIN, after(1)).heart;
  expect(ambition?.since).toBe(old.life.lastCareAt);
  expect(ambition?.from).toBeGreaterThan(old.life.lastCareAt);
  expect(ambition?.from).toBeLessThan(old.life.lastCareAt + DAY);
});

test('an ambition ends with a death, and none is due at once after a return', () => {
  const heart = { ...heartAt(CREATURE, PLAIN, NOON).heart, ambition: trying('garden', 3) };
  const dead = requireHatched(liveUntil({ ...CREATURE, heart }, PLAIN, NOON + 10 * DAY).creature);
  const returned = heartAfterReturn(dead, PLAIN, NOON + 5 * DAY).heart.ambition;
  expect(returned).toMatchObject({ faded: ['garden'], endedAt: NOON + 5 * DAY });
  expect(returned?.open).toBeUndefined();
  expect(returned?.from).toBeGreaterThan(NOON + 5 * DAY + HOUR);
  expect(noAmbition(CREATURE, NOON).open).toBeUndefined();
});
