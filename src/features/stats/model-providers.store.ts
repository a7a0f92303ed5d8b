import type { Db, Increment, Transaction } from '../../db/db.ts';
import { PROVIDERS_SPAN } from '../../db/session.ts';
import { number, query, text } from '../../db/table.ts';

/** Name under which agents without a model provider are counted. */
export const UNKNOWN_PROVIDER = 'unknown';

export function countModelProvider(db: Transaction, name = UNKNOWN_PROVIDER): void {
  db.count(agentsOn(name, 1));
}

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

export function largestModelProviders(db: Db, limit: number) {
  return db.all(LARGEST, [limit]);
}

// The query reads as many additional rows as `lately` has providers: any of these may gain or lose its rank.
const LARGEST = query(
  { name: text, agents: number },
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
