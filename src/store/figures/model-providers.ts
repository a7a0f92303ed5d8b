import type { Command, Db, Query } from '../engine/db.ts';

export interface ModelProviderCount {
  readonly name: string;
  readonly agents: number;
}

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

const COUNT: Command = {
  text: `
    insert into providers (name, agents) values ($1, 1)
    on conflict (name) do update set agents = providers.agents + 1`,
};

const LARGEST: Query<ModelProviderCount> = {
  text: 'select name, agents from providers order by agents desc, name desc limit $1',
  columns: ['name', 'agents'],
};

export const STATEMENTS = [COUNT, LARGEST];
