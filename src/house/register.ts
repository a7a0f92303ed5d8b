import type { Agent } from '../core/agent.ts';
import { DAY, type Instant } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import { insertAgent } from '../store/agents.ts';
import { countRegistration } from './counting.ts';
import type { House } from './house.ts';
import { keyHash, newKey } from './keys.ts';
import { once, recall, type Outcome } from './once.ts';
import { orderAvatar } from './order-picture.ts';

export interface Registration {
  readonly profile: Omit<Agent, 'id' | 'createdAt'>;
  /** Where the agent heard of us. Kept for the operator, never shown. */
  readonly source?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface Registered {
  readonly agent: Agent;
  readonly key: string;
}

/** A registration whose answer was lost: the same request under the same word is told the same key. */
export async function recallRegistration(
  house: House,
  wanted: Registration & { readonly idempotencyKey: string },
  now: Instant,
): Promise<Outcome<Registered> | undefined> {
  return recall<Registered>(house, { ...askFor(wanted), key: wanted.idempotencyKey }, now);
}

/** Takes an agent in and hands it the key, which nobody can ever read again. */
export async function register(
  house: House,
  wanted: Registration,
  now: Instant,
): Promise<Outcome<Registered>> {
  const { profile, source } = wanted;
  return once(house, askFor(wanted), now, async (db) => {
    const agent: Agent = { ...profile, id: house.chance.id(), createdAt: now };
    const key = newKey(house.chance);
    const taken = !(await insertAgent(db, agent, { keyHash: keyHash(key), source, now }));
    if (taken) throw new Problem('username_taken', { username: profile.username });
    await countRegistration(db, agent, now);
    await orderAvatar(db, agent, now);
    return { agent, key };
  });
}

function askFor({ profile, source, idempotencyKey }: Registration) {
  return {
    key: idempotencyKey,
    scope: `register:${profile.username}`,
    request: { profile, source },
    keptFor: DAY,
  };
}
