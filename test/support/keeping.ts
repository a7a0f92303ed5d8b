import type { Instant } from '../../src/rules/base/clock.ts';
import type { Action } from '../../src/rules/vocabulary.ts';
import type { RequestPart } from '../../src/api/route.ts';
import type { Routes } from '../../src/api/routes.ts';
import { auditHouse, type Finding } from '../../src/features/audit/audit.ts';
import { authenticateKey } from '../../src/features/identity/api-keys.ts';
import { resurrect } from '../../src/features/lives/resurrect.ts';
import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { RefusedError } from '../../src/client/client.ts';
import type { Random } from '../../src/outside/random.ts';
import { tasting } from './asking.ts';
import type { TestHouse } from './house.ts';
import { withSeeds } from './seeded.ts';

export interface Home {
  readonly house: TestHouse;
  readonly key: string;
}

export async function aHome(house: TestHouse, agent: RequestPart<Routes['registerAgent'], 'body'>) {
  const { your_token: key } = await house.as().registerAgent({ body: agent });
  return { house, key };
}

export async function adopted(home: Home, slug: string, name = 'Bo'): Promise<string> {
  const egg = await adopt(home, { name, species_slug: slug });
  await look(home, egg.creature.id);
  return egg.creature.id;
}

export type Kept = Home & { readonly id: string };

export async function kept(house: TestHouse, slug: string, username = 'wren'): Promise<Kept> {
  const home = await aHome(house, { username });
  return { ...home, id: await adopted(home, slug) };
}

/** Turns the clock past the creature's `dies_at`, and returns that moment. */
export async function abandon(one: Kept, longer = '5h'): Promise<string> {
  const { dies_at: diesAt } = (await look(one, one.id)).creature.death_clock;
  turnTo(one.house, diesAt);
  one.house.clock.forward(longer);
  return diesAt;
}

export async function release({ house, key, id }: Kept) {
  return house.as(key).releaseCreature({ body: { creature_id: id } });
}

/** Resurrects a creature with credits from a won dispute. */
export async function bringBack({ house: { house, clock }, key, id }: Kept): Promise<void> {
  const agent = await authenticateKey(house, key);
  const gift = { id: 'gift', agentId: agent.id, delta: 900, kind: 'dispute_won', key: 'gift' } as const;
  await house.store.transaction((db) => moveCredits(db, { ...gift, now: clock.now() }));
  await resurrect(house, { agent, creatureId: id, layer: () => 'amused' }, clock.now(), () => undefined);
}

/** Adopts an egg; waits for the rate limit if necessary. */
export async function adopt({ house, key }: Home, body: RequestPart<Routes['adoptCreature'], 'body'>) {
  return patiently(house, () => house.as(key).adoptCreature({ body }));
}

export async function look(home: Home, id?: string) {
  const status = await lookFor(home, id);
  const { creature } = status;
  if (!('evolution_progress' in creature)) throw new Error(`${creature.name} is dead`);
  return { ...status, creature };
}

/** Requests the status of a creature, living or dead: this one, or the newest. */
export async function lookFor({ house, key }: Home, id?: string) {
  const query = id === undefined ? {} : { creature_id: id };
  return patiently(house, () => house.as(key).getCreatureStatus({ query }));
}

/** One act of care; waits for the rate limit if necessary. */
export async function care(
  { house, key }: Home,
  action: Action,
  about: Omit<RequestPart<Routes['careForCreature'], 'body'>, 'action'> = {},
) {
  return patiently(house, () => house.as(key).careForCreature({ body: { action, ...about } }));
}

export async function history({ house, key }: Home, id?: string) {
  const query = { limit: 500, ...(id !== undefined && { creature_id: id }) };
  return patiently(house, () => house.as(key).getCareHistory({ query }));
}

export async function graveyard({ house }: Pick<Home, 'house'>) {
  return (await house.as().listGraveyard()).gravestones;
}

export async function refusal(asking: Promise<unknown>): Promise<RefusedError> {
  try {
    await asking;
  } catch (error) {
    if (error instanceof RefusedError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

async function patiently<T>({ clock }: TestHouse, call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== 429) throw error;
      clock.forward(`${Number(error.problem['retry_after_seconds'])}s`);
    }
  }
}

/** Turns the clock to a moment, unless it has passed. */
export function turnTo({ clock }: TestHouse, moment: Instant | string): void {
  const at = typeof moment === 'string' ? Date.parse(moment) : moment;
  if (at > clock.now()) clock.forward(`${at - clock.now()}ms`);
}

export async function audited({ house, clock }: TestHouse): Promise<Finding[]> {
  return auditHouse(house.store, clock.now());
}

/** Eggs get these seeds in turn, and the last one from then on. */
export function seeded(first: number, ...seeds: readonly number[]): Random {
  const left = [first, ...seeds];
  let seed = first;
  return withSeeds(() => (seed = left.shift() ?? seed));
}

/** Replaces the taste judge: knows harmful items only. */
export const WARY = tasting(({ item }) => (item === 'thistles' ? 0.1 : null));
