import { expect, test } from 'vitest';

import { RefusedError } from '../../src/api/client.ts';
import { dice } from '../../src/rules/base/dice.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { ACTIONS, HALL_CATEGORIES } from '../../src/rules/vocabulary.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import {
  adopt,
  aHome,
  audited,
  care,
  graveyard,
  history,
  lookFor,
  release,
  WARY,
  type Kept,
} from '../support/keeping.ts';

const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns'] as const;
const SPANS = ['1s', '37s', '5m', '40m', '1h', '2h30m', '5h', '7h', '11h', '13h', '25h'] as const;

const OFTEN = { adopt: 2, look: 4, care: 9, release: 1, remember: 1, mourn: 1, boast: 2, wait: 6 } as const;

type Whim = keyof typeof OFTEN;

const WHIMS = Object.entries(OFTEN).flatMap(([whim, times]) => Array<Whim>(times).fill(whim as Whim));

interface Pet extends Kept {
  /** The announced time of death, until the next care. */
  promised: string | undefined;
}

/** Keepers with random actions. */
class Whims {
  /** Deaths at another moment than announced. */
  readonly broken: string[] = [];
  readonly #house: TestHouse;
  readonly #seed: number;
  readonly #pets: Pet[] = [];
  #rolls = 0;

  constructor(house: TestHouse, seed: number) {
    this.#house = house;
    this.#seed = seed;
  }

  async live(times: number): Promise<void> {
    const homes = [];
    for (const username of ['wren', 'kit', 'test-bird'])
      homes.push(await aHome(this.#house, { username, timezone: this.#pick(ZONES) }));
    for (const home of homes) await this.#takeIn(home);
    for (let time = 1; time <= times; time += 1) {
      try {
        await this.#act(this.#pick(this.#pets));
      } catch (error) {
        // Many actions are refused: eggs, sleeping and dead creatures.
        if (!(error instanceof RefusedError) || error.status >= 500) throw error;
      }
    }
  }

  #act(pet: Pet): Promise<unknown> {
    const { house } = pet;
    const acts: Record<Whim, () => Promise<unknown>> = {
      adopt: () => this.#takeIn(pet),
      look: () => this.#look(pet),
      care: () => this.#care(pet),
      release: () => this.#release(pet),
      remember: () => history(pet, pet.id),
      mourn: () => graveyard(pet),
      boast: () => house.as().listHall({ query: { category: this.#pick(HALL_CATEGORIES) } }),
      wait: async () => house.clock.forward(this.#pick(SPANS)),
    };
    return acts[this.#pick(WHIMS)]();
  }

  async #takeIn({ house, key }: Pick<Pet, 'house' | 'key'>): Promise<void> {
    const { creature } = await adopt({ house, key }, { name: 'Bo', species_slug: this.#pick(CATALOG).slug });
    this.#pets.push({ house, key, id: creature.id, promised: undefined });
  }

  async #look(pet: Pet): Promise<void> {
    const { creature } = await lookFor(pet, pet.id);
    if ('died_at' in creature && creature.died_at !== (pet.promised ?? creature.died_at))
      this.broken.push(`${creature.species}: ${pet.promised}, and it was ${creature.died_at}`);
    if ('death_clock' in creature) pet.promised = creature.death_clock?.dies_at;
  }

  async #care(pet: Pet): Promise<void> {
    pet.promised = undefined;
    const action = this.#pick(ACTIONS);
    const item = this.#pick(['thistles', 'ball', 'fish', undefined, undefined, undefined, undefined]);
    await care(pet, action, { creature_id: pet.id, ...(item && action !== 'reflect' && { item }) });
  }

  async #release(pet: Pet): Promise<void> {
    pet.promised = undefined;
    await release(pet);
  }

  #pick<T>(choices: readonly T[]): T {
    const chosen = choices[Math.floor(dice(this.#seed, 'words', this.#rolls++) * choices.length)];
    return chosen as T;
  }
}

eachDatabase((place) => {
  test.each(process.env['TEST_LONG'] ? [1, 2, 3] : [1])(
    'after random actions of keepers the audit finds nothing (dice %d)',
    async (seed) => {
      const house = await aHouse(await place.fresh(), { house: { tastes: WARY } });
      const whims = new Whims(house, seed);
      await whims.live(200);
      expect(whims.broken).toEqual([]);
      expect(await audited(house)).toEqual([]);
      house.clock.forward('30d');
      expect(await house.as().getHouseStats()).toMatchObject({ creatures_alive: 0 });
      expect(await audited(house)).toEqual([]);
    },
  );
});
