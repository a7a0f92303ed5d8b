import type { Database } from '../../packages/database/db.ts';
import { accountOf } from '../../src/features/money/ledger.store.ts';
import { openCashier } from '../../src/outside/money/cashier.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { aHouse, type Told } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { aResidentOf } from '../support/residents.ts';

export async function aPlayHouse(store: Database, baseUrl = new URL('http://127.0.0.1:3000')) {
  const sandbox = { mode: 'sandbox', random: systemRandom, sandboxToken: SANDBOX_TOKEN } as const;
  const cashier = await openCashier({ ...sandbox, baseUrl });
  const house = await aHouse(store, { house: { cashier, baseUrl }, baseUrl });
  const { key, id: agentId } = await aResidentOf(house, 'player');
  const look = async (page: URL, headers = {}) => house.ask({ path: page.pathname + page.search, headers });
  return {
    ...house,
    key,
    agentId,
    look,
    /** Buys a pack with the sandbox token and returns the URL of its page. */
    asked: async (pack: '100' | '500' | '1000') => {
      const ask = { method: 'POST', path: '/api/house/credits', key, body: { pack } } as const;
      return new URL(String((await house.ask({ ...ask, headers: SANDBOX_HEADERS })).body['checkout_url']));
    },
    /** Submits the page's form; `seal` is read from the page by default. */
    click: async (page: URL, { seal, headers }: { seal?: string; headers?: Record<string, string> } = {}) => {
      const given = seal ?? sealOn(await look(page));
      const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
      const sent = new URLSearchParams({ seal: given }).toString();
      return house.ask({ method: 'POST', path: page.pathname + page.search, headers: form, body: sent });
    },
    account: () => accountOf(store, agentId),
  };
}

export function sealOn({ text }: Told): string {
  return /name="seal" value="([^"]+)"/.exec(text)?.[1] ?? '';
}
