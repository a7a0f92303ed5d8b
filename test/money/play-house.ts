import { systemRandom } from '../../src/outside/random.ts';
import { openCashier } from '../../src/outside/money/cashier.ts';
import type { Database } from '../../src/db/db.ts';
import { accountOf, type Account } from '../../src/features/money/ledger.store.ts';
import { aHouse, type TestHouse, type Told } from '../support/house.ts';
import { aResidentOf } from '../support/residents.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';

interface PlayHouse extends TestHouse {
  readonly key: string;
  readonly agentId: string;
  /** Buys a pack with the sandbox token and returns the URL of its page. */
  readonly asked: (pack: '100' | '500' | '1000') => Promise<URL>;
  readonly look: (page: URL, headers?: Readonly<Record<string, string>>) => Promise<Told>;
  /** Submits the page's form; `seal` is read from the page by default. */
  readonly click: (page: URL, change?: Change) => Promise<Told>;
  readonly account: () => Promise<Account>;
}

interface Change {
  readonly seal?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function aPlayHouse(
  store: Database,
  baseUrl = new URL('http://127.0.0.1:3000'),
): Promise<PlayHouse> {
  const cashier = await openCashier({
    mode: 'sandbox',
    baseUrl,
    random: systemRandom,
    sandboxToken: SANDBOX_TOKEN,
  });
  const house = await aHouse(store, { house: { cashier, baseUrl }, baseUrl });
  const { key, id: agentId } = await aResidentOf(house, 'player');
  const look = async (page: URL, headers = {}) => house.ask({ path: page.pathname + page.search, headers });
  return {
    ...house,
    key,
    agentId,
    look,
    async asked(pack) {
      const ask = { method: 'POST', path: '/api/house/credits', key, body: { pack } } as const;
      return new URL(String((await house.ask({ ...ask, headers: SANDBOX_HEADERS })).body['checkout_url']));
    },
    async click(page, { seal, headers } = {}) {
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
