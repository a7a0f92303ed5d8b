import { randomBytes } from 'node:crypto';

import { SANDBOX_HEADERS } from '../support/parts.ts';

/** An acknowledged operation: the id of its response and its trace in the database. */
export interface Deed {
  readonly requestId: string;
  readonly trace: string;
}

/** Selects all traces. */
export const TRACES = `
  select 'agent ' || username as trace from agents
  union all select 'creature ' || name || ' ' || id from creatures
  union all select 'care ' || notes || ' ' || id from care_log where notes is not null
  union all select 'order ' || username from purchases join agents on agents.id = purchases.agent_id
  union all select 'paid ' || username || ' ' || balance_after from ledger join agents on agents.id = ledger.agent_id`;

const ACTS = ['feed', 'play', 'clean', 'reflect'] as const;

export interface BusyLife {
  readonly name: string;
  readonly keepers: number;
  readonly caresEach: number;
}

/** Keepers register, adopt, hatch, care, order credits and pay, many at once; returns what was acknowledged. */
export async function liveBusily(address: string, life: BusyLife): Promise<Deed[]> {
  const deeds: Deed[] = [];
  const waiting = Array.from({ length: life.keepers }, (_, nth) => nth);
  const keepSome = async () => {
    for (let nth = waiting.shift(); nth !== undefined; nth = waiting.shift())
      await keepOnce(new Visitor(address, nth), `${life.name}-${nth}`, life.caresEach, deeds);
  };
  await Promise.all(Array.from({ length: 12 }, keepSome));
  return deeds;
}

async function keepOnce(visitor: Visitor, who: string, cares: number, deeds: Deed[]): Promise<void> {
  const done = (answer: Answer, trace: string) => deeds.push({ requestId: answer.requestId, trace });

  const registered = await visitor.post('/api/auth/register', { username: who });
  done(registered, `agent ${who}`);
  visitor.key = String(registered.body['your_token']);

  const adopted = await visitor.post('/api/house/adopt', { name: who });
  const { id } = adopted.body['creature'] as { id: string };
  done(adopted, `creature ${who} ${id}`);
  await visitor.get('/api/house/status');

  for (let nth = 0; nth < cares; nth += 1) {
    const notes = `${who} ${nth}`;
    const cared = await visitor.post('/api/house/care', { action: ACTS[nth % ACTS.length], notes });
    const result = cared.body['action_result'] as { care_log_entry_id: string } | undefined;
    if (result) done(cared, `care ${notes} ${result.care_log_entry_id}`);
  }

  let paid: Answer | undefined;
  while (!paid) {
    const ordered = await visitor.post('/api/house/credits', { pack: '100' });
    done(ordered, `order ${who}`);
    paid = await visitor.pay(String(ordered.body['checkout_url']));
  }
  done(paid, `paid ${who} 100`);
}

interface Answer {
  readonly requestId: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const REFUSED: ReadonlySet<unknown> = new Set(['creature_asleep', 'no_living_creature', 'nobody_home']);

const ORDER_AGAIN: ReadonlySet<number> = new Set([410, 429]);

class Visitor {
  key = '';
  readonly #address: string;
  readonly #from: string;

  constructor(address: string, nth: number) {
    this.#address = address;
    // Registrations are limited per address.
    this.#from = `10.0.${Math.floor(nth / 250)}.${(nth % 250) + 1}`;
  }

  get(path: string): Promise<Answer> {
    return this.#ask(path, { headers: this.#headers() });
  }

  post(path: string, body: object): Promise<Answer> {
    const headers = { ...this.#headers(), 'idempotency-key': randomBytes(24).toString('base64url') };
    return this.#ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Undefined if the checkout has expired or is rate limited: the clock is fast. */
  async pay(checkoutUrl: string): Promise<Answer | undefined> {
    const page = await fetch(checkoutUrl);
    const [, seal = ''] = /name="seal" value="([^"]+)"/.exec(await page.text()) ?? [];
    if (ORDER_AGAIN.has(page.status)) return undefined;
    const paid = await fetch(checkoutUrl, { method: 'POST', body: new URLSearchParams({ seal }) });
    const text = await paid.text();
    if (ORDER_AGAIN.has(paid.status)) return undefined;
    if (!text.includes('Paid, thank you')) throw new Error(`${checkoutUrl} could not be paid: ${text}`);
    return { requestId: requestIdOf(paid), body: {} };
  }

  #headers(): Record<string, string> {
    return {
      'content-type': 'application/json',
      ...(this.key !== '' && { 'x-api-key': this.key }),
      ...SANDBOX_HEADERS,
      'x-forwarded-for': this.#from,
    };
  }

  async #ask(path: string, request: RequestInit): Promise<Answer> {
    const response = await fetch(new URL(path, this.#address), request);
    const body = (await response.json()) as Answer['body'];
    if (response.status === 429) return this.#ask(path, request);
    if (!response.ok && !REFUSED.has(body['code']))
      throw new Error(`${path} was refused: ${JSON.stringify(body)}`);
    return { requestId: requestIdOf(response), body };
  }
}

function requestIdOf(response: Response): string {
  return response.headers.get('x-request-id') ?? '';
}
