import type { Db, Increment, Transaction } from '../../db/db.ts';
import { PROVIDERS_SPAN } from '../../db/increments.ts';
import { number, query, text, type RowOf } from '../../db/table.ts';

const PROVIDER = { name: text, agents: number };
export type ModelProviderCount = RowOf<typeof PROVIDER>;

/** How agents that do not say what they run on are counted. */
export const UNKNOWN_PROVIDER = 'unknown';

/** One more agent runs on this provider's models. */
export function countModelProvider(db: Transaction, name = UNKNOWN_PROVIDER): void {
  db.count(agentsOn(name, 1));
}

/** An agent runs on another provider's models from now on. */
export function moveModelProvider(
  db: Transaction,
  {
    from = UNKNOWN_PROVIDER,
    to = UNKNOWN_PROVIDER,
  }: { readonly from?: string | undefined; readonly to?: string | undefined },
): void {
  db.count(agentsOn(from, -1));
  db.count(agentsOn(to, 1));
}

function agentsOn(name: string, n: 1 | -1): Increment {
  return { what: name, span: PROVIDERS_SPAN, bucket: 0, n };
}

/** Those that most agents run on. */
export function largestModelProviders(db: Db, limit: number): Promise<ModelProviderCount[]> {
  return db.all(LARGEST, [limit]);
}

/**
 * Those that were counted a moment ago may be among the largest or fall behind; whoever is behind as many more as there are
 * of those is not.
 */
const LARGEST = query(
  PROVIDER,
  `
    with lately as (select name, agents from providers_lately),
      largest as (
        select name from providers order by agents desc, name desc limit $1 + (select count(*) from lately)),
      named as (select name from largest union select name from lately)
    select named.name, coalesce(providers.agents, 0) + coalesce(lately.agents, 0) as agents
    from named left join providers on providers.name = named.name left join lately on lately.name = named.name
    where coalesce(providers.agents, 0) + coalesce(lately.agents, 0) > 0
    order by agents desc, named.name desc limit $1`,
);
