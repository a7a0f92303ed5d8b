import { setTimeout as pause } from 'node:timers/promises';

import {
  createHouseClient,
  httpTransport,
  NoAnswerError,
  RefusedError,
  withRetries,
  type Client,
  type Transport,
} from '../../src/client/client.ts';
import { dice } from '../../src/rules/base/dice.ts';
import { whereItIsNoon } from '../../test/program/noon.ts';
import { AnswerCounts } from './counting.ts';
import type { Deed, Ledger } from './ledger.ts';

const KEEPERS = 60;
/** Two acts of care in ten seconds are what the house allows. */
const CARES_EVERY_MS = 5200;
const LOOKS_PER_CARE = 2;
const NEWCOMERS_EVERY_MS = 500;
const ARRIVES_WITHIN_MS = 3000;
/** Total retry time; hourly limits are not waited for. */
const PATIENCE_MS = 40_000;
const TRY_TIMEOUT_MS = 20_000;
const ACTIONS = ['reflect', 'play', 'clean', 'feed'] as const;

/** Agents that register, adopt, look in and care, each as a client of ours would, and write down what they were told. */
export class Load {
  readonly counts = new AnswerCounts();
  readonly #address: string;
  readonly #ledger: Ledger;
  readonly #seed: number;
  readonly #agents: Promise<void>[] = [];
  #rolls = 0;
  #addresses = 0;
  #stopping = false;

  constructor(address: string, ledger: Ledger, seed: number) {
    this.#address = address;
    this.#ledger = ledger;
    this.#seed = seed;
  }

  start(): void {
    for (let nth = 0; nth < KEEPERS; nth += 1) this.#agents.push(this.#keep());
    this.#agents.push(this.#welcome());
  }

  /** All agents finish what they have begun and repeat what may be repeated. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#agents);
  }

  /** Registers at one door, once, as a probe that is not counted; true when it was acknowledged. */
  async registersAt(address: string, timeoutMs: number): Promise<boolean> {
    const deed = this.#ledger.begin('agent');
    const house = createHouseClient(comingFrom(this.#nextAddress(), httpTransport(address)));
    const signal = AbortSignal.timeout(timeoutMs);
    return acknowledge(deed, house.registerAgent({ body: { username: deed.token }, signal }));
  }

  async #keep(): Promise<void> {
    await pause(ARRIVES_WITHIN_MS * this.#roll());
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

  /** New agents come all the time. */
  async #welcome(): Promise<void> {
    while (!this.#stopping) {
      await pause(NEWCOMERS_EVERY_MS);
      this.#agents.push(this.#arrive().then(() => undefined));
    }
  }

  async #arrive(): Promise<Agent | undefined> {
    const stranger = this.#clients();
    const deed = this.#ledger.begin('agent');
    const body = { username: deed.token, timezone: whereItIsNoon() };
    const registered = await unlessRefused(stranger.stubborn.registerAgent({ body }));
    if (!registered) return undefined;
    deed.acknowledged = true;
    const agent = this.#clients(registered.your_token, stranger.from);
    const egg = this.#ledger.begin('creature');
    if (!(await acknowledge(egg, agent.stubborn.adoptCreature({ body: { name: egg.token } }))))
      return undefined;
    // The first look hatches it.
    return (await unlessRefused(agent.stubborn.getCreatureStatus())) ? agent : undefined;
  }

  async #careOnce(agent: Agent): Promise<void> {
    const deed = this.#ledger.begin('care');
    const action = ACTIONS[Math.floor(this.#roll() * ACTIONS.length)] ?? 'reflect';
    const body = { action, notes: deed.token };
    const kind = this.#roll();
    if (kind < 0.4) {
      await acknowledge(deed, agent.plain.careForCreature({ body }));
      return;
    }
    const keyed = { body, idempotencyKey: deed.token };
    await acknowledge(deed, agent.stubborn.careForCreature(keyed));
    // Some were told and ask again all the same.
    if (kind > 0.9) await acknowledge(deed, agent.stubborn.careForCreature(keyed));
  }

  #clients(key?: string, from = this.#nextAddress()): Agent {
    const send = this.counts.counting(comingFrom(from, httpTransport(this.#address, key)));
    const patience = { timeoutMs: TRY_TIMEOUT_MS, waitAtMostMs: PATIENCE_MS };
    return {
      from,
      plain: createHouseClient(send),
      stubborn: createHouseClient(withRetries(send, patience)),
    };
  }

  #nextAddress(): string {
    this.#addresses += 1;
    return `10.1.${Math.floor(this.#addresses / 250)}.${(this.#addresses % 250) + 1}`;
  }

  #roll(): number {
    this.#rolls += 1;
    return dice(this.#seed, 'others', this.#rolls);
  }
}

interface Agent {
  /** Its address, as its own proxy tells it. */
  readonly from: string;
  /** Sends once. */
  readonly plain: Client;
  /** Sends again under the same idempotency key until it is answered. */
  readonly stubborn: Client;
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
    if (error instanceof RefusedError || error instanceof NoAnswerError || isTimeout(error)) return undefined;
    throw error;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && ['TimeoutError', 'AbortError'].includes(error.name);
}
