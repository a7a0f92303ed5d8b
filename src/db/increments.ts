import type { Command, Increment, Value } from './db.ts';
import { command } from './table.ts';

/** One increment for each count, sorted alike for all writers; what comes to nothing is left out. */
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

/** Hears what was counted, right after each commit that counted anything. */
export type IncrementListener = (counted: readonly Increment[]) => void;

export function notifyAll(listeners: readonly IncrementListener[], counted: readonly Increment[]): void {
  if (counted.length > 0) for (const listener of listeners) listener(counted);
}

/**
 * In place of a span of time: how many agents run on a provider's models. Of their names there may be any number, so they
 * have a table of their own that knows the largest without looking at all.
 */
export const PROVIDERS_SPAN = -1;

/** The same: how often a community species was adopted, which stands in its row. */
export const ADOPTIONS_SPAN = -2;

/** What writes an increment on SQLite, where one writes at a time; PostgreSQL has statements of its own. */
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

/** The name is a word of the last agent that had it. */
export const DELETE_UNUSED_PROVIDERS = command('delete from providers where agents = 0');

const ADD_ADOPTIONS = command('update community_species set adoptions = adoptions + $2 where slug = $1');

const ADD_INCREMENT = command(`
    insert into tallies (span, bucket, what, shard, n) values ($1, $2, $3, 0, $4)
    on conflict (span, bucket, what, shard) do update set n = tallies.n + excluded.n`);
