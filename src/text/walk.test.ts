import { expect, test } from 'vitest';

import type { NextStep } from '../api/fields.ts';
import { applyCare } from '../rules/care/care.ts';
import { DAY, SECOND, type Instant } from '../rules/base/clock.ts';
import { dice } from '../rules/base/dice.ts';
import { hasHatched, isAlive, newEgg, type Creature, type HatchedCreature } from '../rules/lives/creature.ts';
import { hatchEgg, liveUntil, markChecked } from '../rules/lives/live-until.ts';
import { observe } from '../rules/lives/observe.ts';
import { CATALOG } from '../rules/species/catalog.ts';
import type { Species } from '../rules/species/species.ts';
import type { ItemAction } from '../rules/vocabulary.ts';
import { stepsAfterCare, stepsAfterLookIn, stepsAfterRefusal } from './creature/steps.ts';

const START = Date.UTC(2026, 2, 27, 9);
const SIX_DAYS = START + 6 * DAY;
const SEEDS = process.env['TEST_LONG'] ? [1, 2, 3] : [1];

type Choice = (steps: readonly NextStep[]) => NextStep | undefined;

interface WalkCreature {
  readonly species: Species;
  creature: HatchedCreature;
}

/** Creatures whose keeper follows only the suggested steps. */
class Walk {
  now: Instant = START;
  readonly #kept: readonly WalkCreature[];
  readonly #choose: Choice;

  constructor(kinds: readonly Species[], seed: number, choose: Choice) {
    this.#choose = choose;
    this.#kept = kinds.map((species, at) => ({ species, creature: born(species, seed * 31 + at, `c${at}`) }));
  }

  /** Their state after six days. */
  lives(): readonly HatchedCreature[] {
    let steps = this.#look(this.#kept[0]?.creature.id ?? '');
    while (this.now < SIX_DAYS) {
      const step = this.#choose(steps);
      const id = whoIn(step);
      if (step?.action === 'check_back') this.#wait();
      const caring = step?.endpoint === '/api/house/care';
      steps = caring ? this.#care(id, step.body ?? {}) : this.#look(id);
    }
    return this.#kept.map(({ creature }) => creature);
  }

  #find(id: string): WalkCreature {
    const kept = this.#kept.find(({ creature }) => creature.id === id) ?? this.#kept[0];
    if (!kept) throw new Error('nobody lives here');
    return kept;
  }

  #settle(): void {
    for (const kept of this.#kept)
      kept.creature = alive(liveUntil(kept.creature, kept.species, this.now).creature);
  }

  #look(id: string): readonly NextStep[] {
    this.now += SECOND;
    this.#settle();
    const kept = this.#find(id);
    kept.creature = alive(markChecked(kept.creature, kept.species, this.now));
    return stepsAfterLookIn({ ...this.#seen(kept), others: this.#others(kept), grown: [] });
  }

  #care(id: string, body: Readonly<Record<string, unknown>>): readonly NextStep[] {
    this.now += 6 * SECOND;
    this.#settle();
    const kept = this.#find(id);
    const name = body['item'];
    const item = typeof name === 'string' ? { name, category: 'loved' as const } : undefined;
    const wish = { action: body['action'] as ItemAction, item };
    const outcome = applyCare(kept.creature, kept.species, wish, this.now);
    const siblings = this.#others(kept);
    if ('refused' in outcome) {
      if (outcome.refused === 'asleep') throw new Error('suggested care for one that sleeps');
      return stepsAfterRefusal(outcome.refused, { ...this.#seen(kept), siblings });
    }
    kept.creature = alive(outcome.creature);
    return stepsAfterCare({ ...this.#seen(kept), siblings });
  }

  /** Until the earliest recommended_checkin. */
  #wait(): void {
    const at = Math.min(...this.#kept.map((kept) => this.#seen(kept).observed.checkin.at));
    if (at <= this.now) throw new Error('there is nothing to do, and it is time to come');
    this.now = at;
  }

  #others(kept: WalkCreature) {
    return this.#kept.filter((each) => each !== kept).map((each) => this.#seen(each));
  }

  #seen({ creature, species }: WalkCreature) {
    return { creature, species, observed: observe(creature, species, this.now) };
  }
}

function whoIn(step: NextStep | undefined): string {
  const id = step?.body?.['creature_id'] ?? step?.endpoint?.split('=')[1];
  return typeof id === 'string' ? id : '';
}

function born(species: Species, seed: number, id: string): HatchedCreature {
  const laid = { id, keeperId: 'k', name: 'Noah', species: species.slug, seed, personality: [] };
  return alive(hatchEgg(newEgg({ ...laid, zone: 'Europe/Berlin' }, START), START));
}

function alive(creature: Creature): HatchedCreature {
  if (!hasHatched(creature) || !isAlive(creature)) throw new Error(`${creature.species} died`);
  return creature;
}

const best: Choice = (steps) => steps[0];

function anyOf(seed: number): Choice {
  let rolls = 0;
  return (steps) => steps[Math.floor(dice(seed, 'words', rolls++) * steps.length)];
}

test.each(CATALOG)('following the first step raises $slug with the best result', (species) => {
  for (const seed of SEEDS) {
    const [creature] = new Walk([species], seed, best).lives();
    expect(creature).toMatchObject({ stage: 'adult', path: 'high_care' });
  }
});

test.each(CATALOG)('following any step raises $slug', (species) => {
  for (const seed of SEEDS) {
    const [creature] = new Walk([species], seed, anyOf(seed)).lives();
    expect(creature?.path).toMatch(/high_care|balanced/);
  }
});

test('following the first step raises three at once', () => {
  for (let seed = 0; seed < CATALOG.length; seed += 3) {
    const kinds = CATALOG.slice(seed, seed + 3);
    const lives = new Walk(kinds, seed, best).lives();
    for (const { path } of lives) expect(path).toMatch(/high_care|balanced/);
  }
});
