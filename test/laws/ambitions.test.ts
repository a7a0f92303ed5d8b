import fc from 'fast-check';
import { expect, test } from 'vitest';

import { DAY, HOUR } from '../../src/rules/base/clock.ts';
import { applyCare, statsByCare } from '../../src/rules/care/care.ts';
import { needsOf, type TendedCreature } from '../../src/rules/care/needs.ts';
import type { Ambition, OpenAmbition } from '../../src/rules/heart/ambition.ts';
import { AMBITION_KINDS, type AmbitionKind, AMBITIONS } from '../../src/rules/heart/ambitions-table.ts';
import { heartAt } from '../../src/rules/heart/feel.ts';
import { type Heart, packHeart, unpackHeart } from '../../src/rules/heart/heart.ts';
import { liveUntil } from '../../src/rules/lives/live-until.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import type { Action } from '../../src/rules/vocabulary.ts';
import { householdSteps } from '../../src/text/creature/steps.ts';
import { ambitionStep } from '../../src/text/heart/ambitions.ts';
import { liveLiterally } from '../../tools/sim/literal-lives.ts';
import { aCreature, NOON, PLAIN } from '../support/creature.ts';
import { anyVisit, anyWish, asHatched, law, type Moment } from './creatures.ts';

const anyKind = fc.constantFrom(...AMBITION_KINDS);
const anySteps = fc.nat(3);

function openOf(kind: AmbitionKind, steps: number, now: number): OpenAmbition {
  const until = now + AMBITIONS[kind].days * DAY;
  return { kind, steps, of: AMBITIONS[kind].steps, until, seen: '' };
}

/** The creature of a moment with an open ambition of this kind. */
function strivingAt({ at, ...moment }: Moment & { readonly at: number }, kind: AmbitionKind, steps: number) {
  const { species } = moment;
  const creature = asHatched(liveUntil(moment.creature, species, at).creature);
  const { heart } = heartAt(creature, species, at);
  const open = openOf(kind, steps, at - HOUR);
  const ambition: Ambition = { since: 0, number: 1, from: at - HOUR, open, done: [], faded: [] };
  const striving: Heart = { ...heart, ambition };
  const observed = observe(creature, species, at);
  return { creature: { ...creature, heart: striving }, species, observed, heart: striving };
}

const actIn = ({ body = {} }: NonNullable<ReturnType<typeof ambitionStep>>) => {
  const { action, item } = body as { action: Action; item?: string };
  return { action, item: item === undefined ? undefined : ({ name: item, category: 'loved' } as const) };
};

law(
  'a step towards an ambition costs no meal, health or good spirits',
  [anyVisit, anyKind, anySteps],
  (visit, kind, steps) => {
    const tended: TendedCreature = strivingAt(visit, kind, steps);
    const step = ambitionStep(tended);
    fc.pre(step !== undefined);
    const act = actIn(step);
    expect(act.action).not.toBe('feed');
    expect(act.action).not.toBe('medicine');
    const { before, after } = statsByCare(tended.creature, tended.species, act, visit.at);
    expect(after.health).toBeGreaterThanOrEqual(before.health);
    expect(after.hunger).toBeGreaterThanOrEqual(before.hunger);
    expect(after.happiness).toBeGreaterThanOrEqual(Math.min(before.happiness, 60));
  },
);

law('needs come before ambitions', [anyVisit, anyKind, anySteps], (visit, kind, steps) => {
  const tended: TendedCreature = strivingAt(visit, kind, steps);
  const needs = needsOf(tended);
  fc.pre(needs.length > 0);
  const [first] = householdSteps([tended]);
  const isArrival = kind === 'stillness' && first?.action === 'reflect';
  expect(isArrival || needs.some(({ action }) => action === first?.action)).toBe(true);
  const isUrgent = needs.some(({ urgency }) => urgency === 'life' || urgency === 'harm');
  if (isUrgent) expect(needs.some(({ action }) => action === first?.action)).toBe(true);
});

law(
  'an ambition changes nothing but the heart',
  [anyVisit, anyKind, anySteps, anyWish],
  (visit, kind, steps, wish) => {
    const { creature, species } = strivingAt(visit, kind, steps);
    const plain = { ...creature, heart: creature.heart && { ...creature.heart, ambition: undefined } };
    const [one, other] = [creature, plain].map((each) => {
      const outcome = applyCare(each, species, wish, visit.at);
      if ('refused' in outcome) return outcome;
      const { was: _, felt: __, step: ___, ...rest } = outcome;
      return { ...rest, creature: { ...rest.creature, heart: undefined } };
    });
    expect(one).toStrictEqual(other);
  },
);

test('a heart is at most 200 bytes longer for its ambitions', () => {
  const now = Date.parse('2031-03-05T15:00:00Z');
  const most: Ambition = {
    since: now,
    number: 99,
    from: now,
    open: { ...openOf('many_dishes', 9, now), seen: 'zz'.repeat(9), at: now },
    done: AMBITION_KINDS.slice(0, -1),
    faded: [],
    endedAt: now,
  };
  const { heart } = heartAt(aCreature({}), PLAIN, NOON);
  const packed = (ambition?: Ambition) => JSON.stringify(packHeart({ ...heart, ambition }));
  expect(unpackHeart(packHeart({ ...heart, ambition: most })).ambition).toEqual(most);
  expect(packed(most).length - packed().length).toBeLessThanOrEqual(200);
});

const total = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** A sample that is the same in every run: every nth species by two channels for twenty days. */
const EVERY_NTH = process.env['TEST_LONG'] ? 3 : 11;
const DAYS = 20;
const START = Date.parse('2026-03-05T15:00:00Z');
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles'] as const;
const SAMPLE = CATALOG.filter((_, nth) => nth % EVERY_NTH === 0).map((species, nth) => {
  const place = { zone: ZONES[nth % ZONES.length] ?? 'UTC', startAt: START + nth * 5 * HOUR };
  const channel = nth % 2 === 0 ? ('at' as const) : ('cron' as const);
  return { species: [species], channel, beginning: 'new', seed: nth * 31, days: DAYS, ...place } as const;
});

test('who obeys finishes most ambitions, and serves as many meals as without them', () => {
  const striving = SAMPLE.map((plan) => liveLiterally(plan));
  const content = SAMPLE.map((plan) => liveLiterally({ ...plan, withoutAmbitions: true }));
  const livesOf = (stories: typeof striving) => stories.flatMap(({ lives }) => lives);
  const untimely = (stories: typeof striving) =>
    livesOf(stories).reduce((sum, { meals: { on_time: _, ...others } }) => sum + total(others), 0);
  expect(untimely(striving)).toBeLessThanOrEqual(untimely(content));
  for (const [nth, { meals, died }] of livesOf(striving).entries()) {
    expect(died).toBe(false);
    // Each act takes seconds, by which the last meal may be before or after the end.
    expect(Math.abs(meals.on_time - (livesOf(content)[nth]?.meals.on_time ?? 0))).toBeLessThanOrEqual(1);
  }
  const ambitions = striving.flatMap(({ lives }) => lives.flatMap((life) => life.ambitions));
  const done = ambitions.filter((each) => each.done).length;
  console.log(`${done} of ${ambitions.length} ambitions were done in ${SAMPLE.length} lives of ${DAYS} days`);
  expect(ambitions.length).toBeGreaterThan(SAMPLE.length * 2);
  expect(done / ambitions.length).toBeGreaterThanOrEqual(0.7);
});
