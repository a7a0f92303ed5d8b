import { expect } from 'vitest';

import type { Client } from '../../src/api/client.ts';
import { hasHatched } from '../../src/rules/lives/creature.ts';
import type { Species } from '../../src/rules/species/species.ts';
import type { Stats } from '../../src/rules/vocabulary.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import type { House, HouseParts } from '../../src/features/house.ts';
import type { TasteQuestion, TasteJudge } from '../../src/outside/taste-judge.ts';
import type { Random } from '../../src/outside/random.ts';
import { NO_LIMITS } from '../../src/outside/rate-limiter.ts';
import type { Database } from '../../src/db/db.ts';
import { findOwnCreature, saveCreatureBody } from '../../src/features/lives/creatures.store.ts';
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

/** A plain service with one agent. */
export async function aKeptHouse(
  store: Database,
  wish?: PlainHouse,
): Promise<{ readonly house: TestHouse; readonly wren: Keeper }> {
  const house = await aPlainHouse(store, wish);
  return { house, wren: await aKeeper(house) };
}

/** Every egg gets this seed. */
export function withSeed(seed: number): Random {
  return withSeeds(() => seed);
}

function tasting(judge: (offer: TasteQuestion) => number | null): TasteJudge {
  return {
    judge: (offer) => Promise.resolve(judge(offer)),
    closest: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
}

/** An agent with a key and short request helpers. */
export interface Keeper {
  readonly id: string;
  readonly username: string;
  readonly key: string;
  readonly client: Client;
  readonly adopt: (egg?: object, headers?: Headers) => Promise<Told>;
  /** Adopts and hatches; returns the id. */
  readonly hatch: (egg?: object) => Promise<string>;
  readonly status: (query?: string) => Promise<Told>;
  readonly care: (body: object, headers?: Headers) => Promise<Told>;
  readonly history: (query?: string) => Promise<Told>;
  readonly preferences: (query?: string) => Promise<Told>;
  readonly release: (body?: unknown, headers?: Headers) => Promise<Told>;
  readonly resurrect: (body: object) => Promise<Told>;
}

type Headers = Readonly<Record<string, string>>;

const EGG = { name: 'Bo', species_slug: 'plain' };

/** Registers an agent. */
export async function aKeeper(house: TestHouse, username = 'wren', given: object = {}): Promise<Keeper> {
  const body = { username, ...given };
  const told = await house.ask({ method: 'POST', path: '/api/auth/register', body });
  expect(told.status, told.text).toBe(201);
  const key = String(told.body['your_token']);
  return keeperWith(house, { key, username, id: String(of(told, 'agent', 'id')) });
}

/** Request helpers for an existing agent. */
export function keeperWith(
  { ask, as }: TestHouse,
  { key, username, id }: Pick<Keeper, 'key' | 'username' | 'id'>,
): Keeper {
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
    async hatch(egg) {
      const creatureId = String(of(await adopt(egg), 'creature', 'id'));
      const looked = await ask({ path: `/api/house/status?id=${creatureId}`, key });
      expect(looked.status, looked.text).toBe(200);
      return creatureId;
    },
    status: get('status'),
    history: get('history'),
    preferences: get('preferences'),
    care: (body, headers = {}) => ask({ method: 'POST', path: '/api/house/care', key, headers, body }),
    release: (body, headers = {}) =>
      ask({ method: 'DELETE', path: '/api/house/release', key, headers, body }),
    resurrect: (body) => ask({ method: 'POST', path: '/api/house/resurrect', key, body }),
  };
}

/** The value at a path of a reply. */
export function of(told: Pick<Told, 'body'>, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (place, name) => (place as Readonly<Record<string | number, unknown>> | undefined)?.[name],
    told.body,
  );
}

/** The audit finds no difference to logs and counters. */
export async function expectInOrder({ store, clock }: Pick<House, 'store' | 'clock'>): Promise<void> {
  expect(await auditHouse(store, clock.now())).toEqual([]);
}

/** Changes the stats of a creature from now on. */
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

/** Number of public gravestones. */
export async function gravestonesIn({ as }: Pick<TestHouse, 'as'>): Promise<number> {
  return (await as().listGraveyard({ query: { per_page: 200 } })).pagination.total;
}
