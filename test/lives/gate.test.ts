import { expect, test } from 'vitest';

import { DAY, HOUR } from '../../src/rules/base/clock.ts';
import type { Timing } from '../../src/rules/vocabulary.ts';
import type { NextStep } from '../../src/api/fields.ts';
import { ONE_PER_WINDOW, randomSpecies } from '../../tools/sim/households.ts';
import { aKeeper, type Keeper, NO_LIMITS, of } from '../support/asking.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';

const LONG = process.env['TEST_LONG'] !== undefined;
const DAYS = LONG ? 28 : 6;
const PATIENTLY = { timeout: 120_000 };
const ASKS_PER_DAY = DAY / (HOUR / 4);

/** A scripted agent that is woken: it sends the first step of each answer until it is told to come back. */
async function visit({ ask }: Pick<TestHouse, 'ask'>, { key }: Keeper): Promise<readonly Timing[]> {
  const meals: Timing[] = [];
  let told = await ask({ path: '/api/house/status?view=brief', key });
  for (let steps = 0; steps < 60; steps += 1) {
    const step = of(told, 'next_steps', 0) as NextStep | undefined;
    if (!step || step.action === 'check_back') return meals;
    told = await ask({
      method: step.method,
      path: step.endpoint ?? '',
      key,
      body: step.body,
    });
    expect(told.status, told.text).toBeLessThan(400);
    const timing = of(told, 'action_result', 'timing') as Timing | null | undefined;
    if (timing) meals.push(timing);
  }
  throw new Error(`a visit does not end: ${told.text}`);
}

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'];

interface GatedDays {
  /** Without the first, which hatches the eggs. */
  readonly wakes: number;
  /** Wakes that fed nothing. */
  readonly inVain: number;
  readonly meals: number;
  readonly onTime: number;
}

/** Days of a household whose agent is woken only while the due check says so. */
async function keepByGate(species: readonly string[], zone: string): Promise<GatedDays> {
  const house = await aHouse(await anyStore(), {
    house: { limiter: NO_LIMITS },
  });
  const keeper = await aKeeper(house, 'wren', { timezone: zone });
  for (const species_slug of species) await keeper.adopt({ species_slug });
  await visit(house, keeper);
  const visits: (readonly Timing[])[] = [];
  for (let asked = 0; asked < DAYS * ASKS_PER_DAY; asked += 1) {
    const due = await house.ask({ path: '/api/house/due', key: keeper.key });
    if (due.body['due'] === true) visits.push(await visit(house, keeper));
    house.clock.forward('15m');
  }
  const meals = visits.flat();
  return {
    wakes: visits.length,
    inVain: visits.filter((fed) => fed.length === 0).length,
    meals: meals.length,
    onTime: meals.filter((timing) => timing === 'on_time').length,
  };
}

const sumOf = (kept: readonly GatedDays[], what: keyof GatedDays) =>
  kept.reduce((total, one) => total + one[what], 0);

async function keepEach(households: readonly (readonly string[])[]): Promise<readonly GatedDays[]> {
  const kept: GatedDays[] = [];
  for (const [nth, species] of households.entries())
    kept.push(await keepByGate(species, ZONES[nth % ZONES.length] ?? 'UTC'));
  return kept;
}

test(
  'a gate that asks every 15 minutes wakes the agent of a creature once per meal, and meals come on time',
  PATIENTLY,
  async () => {
    const kept = await keepEach(ONE_PER_WINDOW.map(({ slug }) => [slug]));
    expect(sumOf(kept, 'wakes') / sumOf(kept, 'meals')).toBeLessThanOrEqual(LONG ? 1.1 : 1.02);
    expect(sumOf(kept, 'inVain')).toBeLessThanOrEqual(LONG ? 20 : 0);
    expect(sumOf(kept, 'onTime') / sumOf(kept, 'meals')).toBeGreaterThanOrEqual(0.95);
  },
);

test('it wakes the agent of six creatures at most 0.4 times per meal', PATIENTLY, async () => {
  const households = [1, 2].map((seed) => randomSpecies(seed, 6).map(({ slug }) => slug));
  const kept = await keepEach(households);
  expect(sumOf(kept, 'wakes') / sumOf(kept, 'meals')).toBeLessThanOrEqual(0.4);
  expect(sumOf(kept, 'onTime') / sumOf(kept, 'meals')).toBeGreaterThanOrEqual(0.95);
});
