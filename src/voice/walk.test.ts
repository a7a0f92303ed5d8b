import { expect, test } from 'vitest';

import type { NextStep } from '../contract/common.ts';
import { care } from '../core/care.ts';
import { DAY, HOUR, SECOND, type Instant } from '../core/clock.ts';
import { egg, hasHatched, isAlive, type Creature, type Hatched } from '../core/creature.ts';
import { dice } from '../core/dice.ts';
import { checked, hatched, live } from '../core/live.ts';
import { observe } from '../core/observe.ts';
import { CATALOG } from '../core/species/catalog.ts';
import type { Species } from '../core/species/species.ts';
import type { ItemAction } from '../core/vocabulary.ts';
import { afterCare, afterRefusal } from './after-care.ts';
import { afterLook } from './after-look.ts';

const START = Date.UTC(2026, 2, 27, 9);
const SIX_DAYS = START + 6 * DAY;

type Choice = (steps: readonly NextStep[]) => NextStep | undefined;

interface Kept {
  readonly species: Species;
  creature: Hatched;
}

/** A house of creatures whose keeper knows nothing but the steps it is shown. */
class Walk {
  now: Instant = START;
  readonly #kept: readonly Kept[];
  readonly #choose: Choice;

  constructor(kinds: readonly Species[], seed: number, choose: Choice) {
    this.#choose = choose;
    this.#kept = kinds.map((species, at) => ({ species, creature: born(species, seed * 31 + at, `c${at}`) }));
  }

  /** How they all are after six days. */
  lives(): readonly Hatched[] {
    let steps = this.#look(this.#kept[0]?.creature.id ?? '');
    while (this.now < SIX_DAYS) {
      const step = this.#choose(steps);
      const id = whoIn(step);
      if (step?.action === 'check_back') this.#wait(id);
      const caring = step?.endpoint === '/api/house/care';
      steps = caring ? this.#care(id, step.body ?? {}) : this.#look(id);
    }
    return this.#kept.map(({ creature }) => creature);
  }

  #find(id: string): Kept {
    const kept = this.#kept.find(({ creature }) => creature.id === id) ?? this.#kept[0];
    if (!kept) throw new Error('nobody lives here');
    return kept;
  }

  #settle(): void {
    for (const kept of this.#kept)
      kept.creature = alive(live(kept.creature, kept.species, this.now).creature);
  }

  #look(id: string): readonly NextStep[] {
    this.now += SECOND;
    this.#settle();
    const kept = this.#find(id);
    kept.creature = alive(checked(kept.creature, kept.species, this.now));
    const others = this.#kept.filter((each) => each !== kept).map((each) => this.#seen(each));
    return afterLook({ ...this.#seen(kept), others, grown: [] });
  }

  #care(id: string, body: Readonly<Record<string, unknown>>): readonly NextStep[] {
    this.now += 6 * SECOND;
    this.#settle();
    const kept = this.#find(id);
    const name = body['item'];
    const item = typeof name === 'string' ? { name, category: 'loved' as const } : undefined;
    const outcome = care(
      kept.creature,
      kept.species,
      { action: body['action'] as ItemAction, item },
      this.now,
    );
    const living = this.#kept.length;
    if ('refused' in outcome) {
      if (outcome.refused === 'asleep') throw new Error('suggested care for one that sleeps');
      return afterRefusal(outcome.refused, { ...this.#seen(kept), living });
    }
    kept.creature = alive(outcome.creature);
    return afterCare({ ...this.#seen(kept), living });
  }

  /** Until recommended_checkin, or an hour when that is now. */
  #wait(id: string): void {
    const { checkin } = this.#seen(this.#find(id)).observed;
    this.now = checkin.at > this.now ? checkin.at : this.now + HOUR;
  }

  #seen({ creature, species }: Kept) {
    return { creature, species, observed: observe(creature, species, this.now) };
  }
}

function whoIn(step: NextStep | undefined): string {
  const id = step?.body?.['creature_id'] ?? step?.endpoint?.split('=')[1];
  return typeof id === 'string' ? id : '';
}

function born(species: Species, seed: number, id: string): Hatched {
  const laid = { id, keeperId: 'k', name: 'Noah', species: species.slug, seed, personality: [] };
  return alive(hatched(egg({ ...laid, zone: 'Europe/Berlin' }, START), START));
}

function alive(creature: Creature): Hatched {
  if (!hasHatched(creature) || !isAlive(creature)) throw new Error(`${creature.species} died`);
  return creature;
}

const best: Choice = (steps) => steps[0];

function anyOf(seed: number): Choice {
  let rolls = 0;
  return (steps) => steps[Math.floor(dice(seed, 'words', rolls++) * steps.length)];
}

test.each(CATALOG)('whoever follows the first step raises $slug as well as can be', (species) => {
  for (const seed of [1, 2, 3]) {
    const [creature] = new Walk([species], seed, best).lives();
    expect(creature).toMatchObject({ stage: 'adult', path: 'high_care' });
  }
});

test.each(CATALOG)('whoever follows any step at all raises $slug', (species) => {
  for (const seed of [1, 2, 3]) {
    const [creature] = new Walk([species], seed, anyOf(seed)).lives();
    expect(creature?.path).toMatch(/high_care|balanced/);
  }
});

test('whoever follows the first step raises three at once', () => {
  for (let seed = 0; seed < CATALOG.length; seed += 3) {
    const kinds = CATALOG.slice(seed, seed + 3);
    const lives = new Walk(kinds, seed, best).lives();
    for (const { path } of lives) expect(path).toMatch(/high_care|balanced/);
  }
});
