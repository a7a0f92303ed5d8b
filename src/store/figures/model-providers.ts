import type { Db } from '../engine/db.ts';
import { command, number, table, text, type RowOf } from '../engine/table.ts';

const PROVIDERS = table('providers', { name: text, agents: number });
export type ModelProviderCount = RowOf<typeof PROVIDERS.columns>;

/** How agents that do not say what they run on are counted. */
export const UNKNOWN_PROVIDER = 'unknown';

/** One more agent runs on this provider's models. */
export async function countModelProvider(db: Db, name = UNKNOWN_PROVIDER): Promise<void> {
  await db.run(COUNT, [name]);
}

/** An agent runs on another provider's models from now on. */
export async function moveModelProvider(
  db: Db,
  {
    from = UNKNOWN_PROVIDER,
    to = UNKNOWN_PROVIDER,
  }: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<void> {
  if (from === to) return;
  const moves = [
    { name: from, run: () => db.run(UNCOUNT, [from]) },
    { name: to, run: () => db.run(COUNT, [to]) },
  ];
  // Always in one order, so that two agents that change places never wait for each other.
  for (const { run } of moves.toSorted((one, other) => (one.name < other.name ? -1 : 1))) await run();
}

/** Those that most agents run on. */
export function largestModelProviders(db: Db, limit: number): Promise<ModelProviderCount[]> {
  return db.all(LARGEST, [limit]);
}

const COUNT = command(`
    insert into providers (name, agents) values ($1, 1)
    on conflict (name) do update set agents = providers.agents + 1`);

const UNCOUNT = command('update providers set agents = agents - 1 where name = $1');

const LARGEST = PROVIDERS.select('where agents > 0 order by agents desc, name desc limit $1');
