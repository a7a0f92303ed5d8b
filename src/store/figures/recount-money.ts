import { PACKS } from '../../core/money/credits.ts';
import { COUNTS_CASE, type RecountSource } from './recount-sources.ts';
import * as NAME from './tally-names.ts';

const PACK_BOUGHT = `case ${PACKS.map(
  ({ id, credits, cents }) => `when credits = ${credits} and cents = ${cents} then '${id}'`,
).join(' ')} else 'bundle' end`;

const REAL = `case live when 1 then '${NAME.LIVE}' else '${NAME.PLAY}' end`;

/** Every sale once, with what its account is called; an account made for testing does not count. */
const SALES = {
  from: `(
    select ledger.agent_id, ledger.created_at as sold_at, ${REAL} as money,
      provider || '/' || pack as what, credits, cents
    from ledger join purchases on purchases.id = ledger.ref where kind = 'purchase'
    union all
    select ledger.agent_id, ledger.created_at, ${REAL}, method || '/' || ${PACK_BOUGHT}, credits, cents
    from ledger join inline_payments on key = idem_key where kind = 'inline_payment') sales
    join agents on agents.id = agent_id`,
  counts: COUNTS_CASE,
};

const NAMED = `money || '/' || what`;

/** Money and credits in all. */
export const MONEY: readonly RecountSource[] = [
  { what: `'${NAME.SALES}' || ${NAMED}`, ...SALES },
  { what: `'${NAME.CREDITS}' || ${NAMED}`, ...SALES, n: 'cast(sum(credits) as bigint)' },
  { what: `'${NAME.CENTS}' || ${NAMED}`, ...SALES, n: 'cast(sum(cents) as bigint)' },
  {
    what: `'${NAME.MOVED}' || kind`,
    from: 'ledger join agents on agents.id = agent_id',
    where: `kind not in ('purchase', 'inline_payment')`,
    counts: COUNTS_CASE,
    n: 'cast(sum(abs(delta - debt_delta)) as bigint)',
  },
];

export const MONEY_BY_HOUR: readonly RecountSource[] = [
  {
    what: `'${NAME.CENTS}' || money`,
    ...SALES,
    at: 'sold_at',
    n: 'cast(sum(cents) as bigint)',
  },
];
