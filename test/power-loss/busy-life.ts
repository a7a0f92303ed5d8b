import { randomBytes } from 'node:crypto';

import { createHouseClient, RefusedError } from '../../src/client/client.ts';
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
      await keepOnce(address, { ...life, nth }, deeds);
  };
  await Promise.all(Array.from({ length: 12 }, keepSome));
  return deeds;
}

async function keepOnce(
  address: string,
  { name, nth, caresEach }: BusyLife & { nth: number },
  deeds: Deed[],
) {
  const who = `${name}-${nth}`;
  const { client, state } = aVisitor(address, nth);
  const done = (trace: string) => deeds.push({ requestId: state.requestId, trace });
  const once = () => ({ idempotencyKey: randomBytes(24).toString('base64url') });

  state.key = (await client.registerAgent({ body: { username: who }, ...once() })).your_token;
  done(`agent ${who}`);
  const { creature } = await client.adoptCreature({ body: { name: who }, ...once() });
  done(`creature ${who} ${creature.id}`);
  await client.getCreatureStatus();

  for (let act = 0; act < caresEach; act += 1) {
    const body = { action: ACTS[act % ACTS.length] ?? 'feed', notes: `${who} ${act}` };
    const cared = await client.careForCreature({ body, ...once() }).catch(unlessImpossible);
    if (cared) done(`care ${body.notes} ${cared.action_result.care_log_entry_id}`);
  }

  for (let isPaid = false; !isPaid;) {
    const { checkout_url: url = '' } = await client.buyCredits({ body: { pack: '100' }, ...once() });
    done(`order ${who}`);
    const requestId = await pay(url);
    isPaid = requestId !== undefined;
    if (requestId !== undefined) deeds.push({ requestId, trace: `paid ${who} 100` });
  }
}

/** A client that repeats requests over a limit and remembers the id of the last response. */
function aVisitor(address: string, nth: number) {
  const state = { key: '', requestId: '' };
  // Registrations are limited per address.
  const from = { 'x-forwarded-for': `10.0.${Math.floor(nth / 250)}.${(nth % 250) + 1}` };
  const client = createHouseClient(async ({ method, path, headers, body = null }) => {
    for (;;) {
      const key = state.key === '' ? undefined : { 'x-api-key': state.key };
      const sent = { method, body, headers: { ...headers, ...SANDBOX_HEADERS, ...from, ...key } };
      const response = await fetch(new URL(path, address), sent);
      const told: unknown = await response.json();
      state.requestId = requestIdOf(response);
      if (response.status !== 429) return { status: response.status, body: told };
    }
  });
  return { client, state };
}

const IMPOSSIBLE: ReadonlySet<unknown> = new Set(['creature_asleep', 'no_living_creature', 'nobody_home']);

function unlessImpossible(error: unknown): undefined {
  if (!(error instanceof RefusedError) || !IMPOSSIBLE.has(error.code)) throw error;
}

const ORDER_AGAIN: ReadonlySet<number> = new Set([410, 429]);

/** Returns the id of the response; undefined if the checkout has expired or is rate limited: the clock is fast. */
async function pay(checkoutUrl: string): Promise<string | undefined> {
  const page = await fetch(checkoutUrl);
  const [, seal = ''] = /name="seal" value="([^"]+)"/.exec(await page.text()) ?? [];
  if (ORDER_AGAIN.has(page.status)) return undefined;
  const paid = await fetch(checkoutUrl, { method: 'POST', body: new URLSearchParams({ seal }) });
  const text = await paid.text();
  if (ORDER_AGAIN.has(paid.status)) return undefined;
  if (!text.includes('Paid, thank you')) throw new Error(`${checkoutUrl} could not be paid: ${text}`);
  return requestIdOf(paid);
}

const requestIdOf = ({ headers }: Response): string => headers.get('x-request-id') ?? '';
