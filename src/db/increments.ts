import type { Command, Increment, Value } from './db.ts';
import { command } from './table.ts';

/** Adds up increments per counter, drops zeros, and sorts them so that all writers lock counters in one order. */
export function sumIncrements(counted: readonly Increment[]): Increment[] {
  const sums = new Map<string, Increment>();
  for (const each of counted) {
    const key = `${each.span} ${each.bucket} ${each.what}`;
    sums.set(key, { ...each, n: each.n + (sums.get(key)?.n ?? 0) });
  }
  return [...sums.values()].filter(({ n }) => n !== 0).toSorted(compareIncrements);
}

function compareIncrements(one: Increment, other: Increment): number {
  return one.span - other.span || one.bucket - other.bucket || (one.what < other.what ? -1 : 1);
}

export type IncrementListener = (counted: readonly Increment[]) => void;

export function notifyAll(listeners: readonly IncrementListener[], counted: readonly Increment[]): void {
  if (counted.length > 0) for (const listener of listeners) listener(counted);
}

/**
 * Special span of the counts of agents per model provider: provider names are unbounded, so they have a table indexed by size.
 */
export const PROVIDERS_SPAN = -1;

/** Special span of the adoptions of a community species, which are stored in its row. */
export const ADOPTIONS_SPAN = -2;

/** SQLite's statements for a counter increment; PostgreSQL queues increments (`postgres/increments.ts`). */
export function incrementCommands({ span, bucket, what, n }: Increment): readonly [Command, Value[]][] {
  if (span === ADOPTIONS_SPAN) return [[ADD_ADOPTIONS, [what, n]]];
  if (span !== PROVIDERS_SPAN) return [[ADD_INCREMENT, [span, bucket, what, n]]];
  return [
    [ADD_AGENTS, [what, n]],
    ...(n < 0 ? [[DELETE_UNUSED_PROVIDERS, []] satisfies [Command, Value[]]] : []),
  ];
}

const ADD_AGENTS = command(`
    insert into providers (name, agents) values ($1, $2)
    on conflict (name) do update set agents = providers.agents + excluded.agents`);

/** A model provider's name is text from an agent, so its row is deleted with its last agent. */
export const DELETE_UNUSED_PROVIDERS = command('delete from providers where agents = 0');

const ADD_ADOPTIONS = command('update community_species set adoptions = adoptions + $2 where slug = $1');

const ADD_INCREMENT = command(`
    insert into tallies (span, bucket, what, shard, n) values ($1, $2, $3, 0, $4)
    on conflict (span, bucket, what, shard) do update set n = tallies.n + excluded.n`);
