import { setTimeout as pause } from 'node:timers/promises';

import { dice } from '../../src/rules/base/dice.ts';
import {
  createHouseClient,
  httpTransport,
  NoAnswerError,
  RefusedError,
  type Transport,
  withRetries,
} from '../../src/client/client.ts';
import { whereItIsNoon } from '../../test/program/noon.ts';
import { fakeClock, runProgram } from '../../test/support/servers/house-node.ts';
import { HERE } from '../support/report.ts';
import type { World } from './world.ts';

const KEEPERS = 60;
/** Two acts of care in ten seconds are what the house allows. */
const CARES_EVERY_MS = 5200;
const LOOKS_PER_CARE = 2;
/** Total retry time; hourly limits are not waited for. */
const PATIENCE_MS = 40_000;
const ACTIONS = ['reflect', 'play', 'clean', 'feed'] as const;

type Agent = ReturnType<Load['clients']>;

/** Agents that register, adopt, look in and care, each as a client of ours would, and write down what they were told. */
export class Load {
  readonly counts = new AnswerCounts();
  readonly ledger: Ledger;
  readonly #address: string;
  readonly #seed: number;
  readonly #agents: Promise<void>[] = [];
  #rolls = 0;
  #addresses = 0;
  #stopping = false;

  constructor(address: string, seed: number) {
    this.ledger = new Ledger(`t${seed.toString(36)}`);
    this.#address = address;
    this.#seed = seed;
    for (let nth = 0; nth < KEEPERS; nth += 1) this.#agents.push(this.#keep());
    this.#agents.push(this.#welcome());
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#agents);
  }

  /** Registers at one door, once, as a probe that is not counted; true when it was acknowledged. */
  async registersAt(address: string, timeoutMs: number): Promise<boolean> {
    const deed = this.ledger.begin('agent');
    const house = createHouseClient(comingFrom(this.#nextAddress(), httpTransport(address)));
    const signal = AbortSignal.timeout(timeoutMs);
    return acknowledge(deed, house.registerAgent({ body: { username: deed.token }, signal }));
  }

  async #keep(): Promise<void> {
    await pause(3000 * this.#roll());
    const agent = await this.#arrive();
    if (!agent) return;
    while (!this.#stopping) {
      await this.#careOnce(agent);
      for (let look = 0; look < LOOKS_PER_CARE && !this.#stopping; look += 1) {
        await pause((CARES_EVERY_MS / LOOKS_PER_CARE) * (0.95 + 0.1 * this.#roll()));
        await unlessRefused(agent.stubborn.getCreatureStatus());
      }
    }
  }

  async #welcome(): Promise<void> {
    while (!this.#stopping) {
      await pause(500);
      this.#agents.push(this.#arrive().then(() => undefined));
    }
  }

  async #arrive() {
    const stranger = this.clients();
    const deed = this.ledger.begin('agent');
    const body = { username: deed.token, timezone: whereItIsNoon() };
    const registered = await unlessRefused(stranger.stubborn.registerAgent({ body }));
    if (!registered) return undefined;
    deed.acknowledged = true;
    const agent = this.clients(registered.your_token, stranger.from);
    const egg = this.ledger.begin('creature');
    if (!(await acknowledge(egg, agent.stubborn.adoptCreature({ body: { name: egg.token } }))))
      return undefined;
    // The first look hatches it.
    return (await unlessRefused(agent.stubborn.getCreatureStatus())) ? agent : undefined;
  }

  async #careOnce(agent: Agent): Promise<void> {
    const deed = this.ledger.begin('care');
    const action = ACTIONS[Math.floor(this.#roll() * ACTIONS.length)] ?? 'reflect';
    const keyed = { body: { action, notes: deed.token }, idempotencyKey: deed.token };
    const kind = this.#roll();
    if (kind < 0.4) await acknowledge(deed, agent.plain.careForCreature({ body: keyed.body }));
    else await acknowledge(deed, agent.stubborn.careForCreature(keyed));
    // Some were told and ask again all the same.
    if (kind > 0.9) await acknowledge(deed, agent.stubborn.careForCreature(keyed));
  }

  /** `stubborn` sends again under the same idempotency key until it is answered. */
  clients(key?: string, from = this.#nextAddress()) {
    const send = this.counts.counting(comingFrom(from, httpTransport(this.#address, key)));
    const stubborn = withRetries(send, { timeoutMs: 20_000, waitAtMostMs: PATIENCE_MS });
    return { from, plain: createHouseClient(send), stubborn: createHouseClient(stubborn) };
  }

  #nextAddress(): string {
    const nth = ++this.#addresses;
    return `10.1.${Math.floor(nth / 250)}.${(nth % 250) + 1}`;
  }

  #roll(): number {
    return dice(this.#seed, 'others', ++this.#rolls);
  }
}

function comingFrom(address: string, send: Transport): Transport {
  return (request) => send({ ...request, headers: { ...request.headers, 'x-forwarded-for': address } });
}

async function acknowledge(deed: Deed, answer: Promise<unknown>): Promise<boolean> {
  if ((await unlessRefused(answer)) === undefined) return false;
  deed.acknowledged = true;
  return true;
}

/** The response; undefined if refused or lost. Both are counted by the transport. */
async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    const isTimeout = error instanceof DOMException && ['TimeoutError', 'AbortError'].includes(error.name);
    if (error instanceof RefusedError || error instanceof NoAnswerError || isTimeout) return undefined;
    throw error;
  }
}

/** Table and column that contain the token once the request is done. */
const FOUND_IN = {
  agent: ['agents', 'username'],
  creature: ['creatures', 'name'],
  care: ['care_log', 'notes'],
} as const;

interface Deed {
  readonly token: string;
  acknowledged: boolean;
}

export class Ledger {
  readonly #run: string;
  readonly #deeds: Deed[] = [];

  constructor(run: string) {
    this.#run = run;
  }

  begin(kind: keyof typeof FOUND_IN): Deed {
    const deed = { token: `${this.#run}-${kind}-${this.#deeds.length}`, acknowledged: false };
    this.#deeds.push(deed);
    return deed;
  }

  get acknowledged(): number {
    return this.#deeds.filter(({ acknowledged }) => acknowledged).length;
  }

  /** Compares with the stored state: what is done without a response is allowed, idempotency keys exist for this. */
  async reckon(kept: { query<Row>(sql: string): Promise<Row[]> }) {
    const found = new Map<string, number>();
    for (const [table, column] of Object.values(FOUND_IN)) {
      const sql = `select ${column} as token, cast(count(*) as int) as times from ${table} group by ${column}`;
      for (const { token, times } of await kept.query<{ token: string; times: number }>(sql))
        found.set(token, times);
    }
    const timesOf = ({ token }: Deed) => found.get(token) ?? 0;
    return {
      deeds: this.#deeds.length,
      acknowledged: this.acknowledged,
      lost: this.#deeds.filter((deed) => deed.acknowledged && timesOf(deed) === 0),
      doubled: this.#deeds.filter((deed) => timesOf(deed) > 1),
    };
  }
}

export class AnswerCounts {
  requests = 0;
  succeeded = 0;
  /** By what it was: `503 house_unreachable`, `503 by the balancer`, `503 without Retry-After`, `409 creature_asleep`, `no answer: ECONNRESET`. */
  readonly others = new Map<string, number>();

  counting(send: Transport): Transport {
    return async (request) => {
      this.requests += 1;
      try {
        const answer = await send(request);
        this.#count(nameOf(answer));
        return answer;
      } catch (error) {
        this.#count(`no answer: ${reasonOf(error)}`);
        throw error;
      }
    };
  }

  /** Results that no client may see under any fault. */
  get owed(): string[] {
    return [...this.others.keys()].filter((name) => /^500|without Retry-After/.test(name));
  }

  /** Those that a client notices as trouble. */
  get troubles(): string[] {
    return [...this.others.keys()].filter((name) => /^5|no answer/.test(name));
  }

  #count(name: string | undefined): void {
    if (name === undefined) this.succeeded += 1;
    else this.others.set(name, (this.others.get(name) ?? 0) + 1);
  }
}

function nameOf({ status, body, headers }: Awaited<ReturnType<Transport>>): string | undefined {
  const fields = typeof body === 'object' && body !== null ? body : {};
  if (status < 300) return undefined;
  if (status === 503 && headers?.['retry-after'] === undefined) return '503 without Retry-After';
  // Refusals of the service have a request_id; those of the balancer have none.
  if (status === 503 && !('request_id' in fields)) return '503 by the balancer';
  // Limits are part of a busy life.
  return status !== 429 && 'code' in fields ? `${status} ${String(fields.code)}` : String(status);
}

/** The innermost cause has the code of the system; without one it was too late. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Ends the load and the nodes, audits the database and compares it with what agents were told. */
export async function reckon(world: World, load: Load, expected?: RegExp) {
  await load.stop();
  await world.close();
  // Only now: with a fast clock no creature may have lived past the clock of the audit.
  const clock = world.clock();
  const env = { ...world.storeEnv, ...(clock !== undefined && (await fakeClock(clock))) };
  const audit = await runProgram(HERE, ['audit'], env);
  const { deeds, acknowledged, lost, doubled } = await load.ledger.reckon(world.current);
  const { requests, succeeded, owed } = load.counts;
  const unexpected = owed.filter((name) => expected?.test(name) !== true);
  const tokens = (some: typeof lost) => some.map(({ token }) => token).join(' ');
  return {
    counts: [requests, succeeded, deeds, acknowledged, lost.length, doubled.length],
    isClean: audit.code === 0,
    complaints: [
      lost.length > 0 && `acknowledged and lost: ${tokens(lost)}`,
      doubled.length > 0 && `done twice: ${tokens(doubled)}`,
      unexpected.length > 0 && `answered with ${unexpected.join(', ')}`,
      audit.code !== 0 && `the audit says: ${audit.said.trim()}`,
    ].filter((complaint) => complaint !== false),
  };
}

export function listOf(counts: ReadonlyMap<string | number, number>): string {
  const sorted = [...counts].toSorted(([a], [b]) => String(a).localeCompare(String(b)));
  return sorted.map(([name, times]) => `${times} × ${name}`).join(', ') || 'none';
}
