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

/** Those that most agents run on. */
export function largestModelProviders(db: Db, limit: number): Promise<ModelProviderCount[]> {
  return db.all(LARGEST, [limit]);
}

const COUNT = command(`
    insert into providers (name, agents) values ($1, 1)
    on conflict (name) do update set agents = providers.agents + 1`);

const LARGEST = PROVIDERS.select('order by agents desc, name desc limit $1');
