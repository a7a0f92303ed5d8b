import { expect } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { hasHatched } from '../../src/rules/lives/creature.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { Stats } from '../../src/rules/vocabulary.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { findOwnCreature, saveCreatureBody } from '../../src/features/records/creatures.store.ts';
import type { House, HouseParts } from '../../src/app/house.ts';
import type { Random } from '../../src/outside/random.ts';
import { NO_LIMITS } from '../../src/outside/rate-limiter.ts';
import type { TasteQuestion, TasteJudge } from '../../src/outside/taste-judge.ts';
import { PLAIN, SLEEPLESS } from './creature.ts';
import { aHouse, type Told, type TestHouse } from './house.ts';
import { withSeeds } from './seeded.ts';

export { NO_LIMITS };

export interface PlainHouse {
  /** The stats of every new egg. */
  readonly seed?: number;
  readonly judge?: (offer: TasteQuestion) => number | null;
  /** True for the usual rate limits. */
  readonly limited?: boolean;
  /** Species besides the plain one. */
  readonly species?: readonly Species[];
  readonly house?: Partial<HouseParts>;
}

/** A service of plain creatures that never sleep in their first nights, for exact arithmetic. */
export async function aPlainHouse(store: Database, wish: PlainHouse = {}): Promise<TestHouse> {
  const { seed = SLEEPLESS, judge, limited = false, species = [], house: parts } = wish;
  const house = await aHouse(store, {
    house: {
      random: withSeed(seed),
      ...(!limited && { limiter: NO_LIMITS }),
      ...(judge && { tastes: tasting(judge) }),
      ...parts,
    },
  });
  for (const each of [PLAIN, ...species]) house.house.species.add(each);
  return house;
}

export async function aKeptHouse(store: Database, wish?: PlainHouse) {
  const house = await aPlainHouse(store, wish);
  return { house, wren: await aKeeper(house) };
}

export function withSeed(seed: number): Random {
  return withSeeds(() => seed);
}

/** A taste judge that knows only what this function says. */
export function tasting(judge: (offer: TasteQuestion) => number | null): TasteJudge {
  return {
    judge: async (offer) => judge(offer),
    closest: async () => undefined,
    close: async () => undefined,
  };
}

export type Keeper = ReturnType<typeof keeperWith>;

type Headers = Readonly<Record<string, string>>;

const EGG = { name: 'Bo', species_slug: 'plain' };

export async function aKeeper(house: TestHouse, username = 'wren', given: object = {}): Promise<Keeper> {
  const body = { username, ...given };
  const told = await house.ask({ method: 'POST', path: '/api/auth/register', body });
  expect(told.status, told.text).toBe(201);
  const key = String(told.body['your_token']);
  return keeperWith(house, { key, username, id: String(of(told, 'agent', 'id')) });
}

export function keeperWith(
  { ask, as }: TestHouse,
  { key, username, id }: Readonly<Record<'key' | 'username' | 'id', string>>,
) {
  const get =
    (room: string) =>
    (query = '') =>
      ask({ path: `/api/house/${room}${query}`, key });
  const adopt = (egg: object = {}, headers: Headers = {}) =>
    ask({ method: 'POST', path: '/api/house/adopt', key, headers, body: { ...EGG, ...egg } });
  return {
    id,
    username,
    key,
    client: as(key),
    adopt,
    /** Adopts and hatches; returns the id. */
    hatch: async (egg?: object): Promise<string> => {
      const creatureId = String(of(await adopt(egg), 'creature', 'id'));
      const looked = await ask({ path: `/api/house/status?id=${creatureId}`, key });
      expect(looked.status, looked.text).toBe(200);
      return creatureId;
    },
    status: get('status'),
    history: get('history'),
    preferences: get('preferences'),
    care: (body: object, headers: Headers = {}) =>
      ask({ method: 'POST', path: '/api/house/care', key, headers, body }),
    release: (body?: unknown, headers: Headers = {}) =>
      ask({ method: 'DELETE', path: '/api/house/release', key, headers, body }),
    resurrect: (body: object) => ask({ method: 'POST', path: '/api/house/resurrect', key, body }),
  };
}

export function of(told: Pick<Told, 'body'>, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (place, name) => (place as Readonly<Record<string | number, unknown>> | undefined)?.[name],
    told.body,
  );
}

export async function expectInOrder({ store, clock }: Pick<House, 'store' | 'clock'>): Promise<void> {
  expect(await auditHouse(store, clock.now())).toEqual([]);
}

export async function letFeel(
  { store, clock }: Pick<House, 'store' | 'clock'>,
  keeperId: string,
  id: string,
  stats: Partial<Stats>,
): Promise<void> {
  const kept = await findOwnCreature(store, keeperId, id);
  if (!kept || !hasHatched(kept.creature)) throw new Error('nobody there');
  const { life } = kept.creature;
  const creature = {
    ...kept.creature,
    life: { ...life, stats: { ...life.stats, ...stats }, settledAt: clock.now() },
  };
  await saveCreatureBody(store, { ...kept, creature }, kept);
}

export async function gravestonesIn({ as }: Pick<TestHouse, 'as'>): Promise<number> {
  return (await as().listGraveyard({ query: { per_page: 200 } })).pagination.total;
}
