import type { Instant } from '../../rules/base/clock.ts';
import type { Agent } from '../../rules/agents.ts';
import { ProblemError } from '../../rules/problem.ts';
import { insertAgent } from './agents.store.ts';
import { findReplay, KEY_REPLAY_MS, once, type IdempotentRequest, type IdempotentResult } from '../once.ts';
import { countRegistration } from '../stats/counting.ts';
import type { House } from '../house.ts';
import { orderAvatar } from '../pictures/picture-url.ts';
import { hashKey, newKey } from './api-keys.ts';

interface Registration {
  readonly profile: Omit<Agent, 'id' | 'createdAt'>;
  /** Where the agent heard of us. Stored for the operator, never shown. */
  readonly source?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Its answer is replayed to the same address only: an IPv4 address, or a /64 of IPv6. */
  readonly address?: string | undefined;
}

export interface RegistrationResult {
  readonly agent: Agent;
  readonly key: string;
}

/** A registration whose answer was lost: the same request under the same word is told the same key. */
export async function findRegistrationReplay(
  house: House,
  registration: Registration,
  now: Instant,
): Promise<IdempotentResult<RegistrationResult> | undefined> {
  return findReplay<RegistrationResult>(house, idempotentOf(registration), now);
}

/** Takes an agent in and hands it the key, which nobody can ever read again. */
export async function register(
  house: House,
  registration: Registration,
  now: Instant,
): Promise<IdempotentResult<RegistrationResult>> {
  const { profile, source } = registration;
  return once(house, idempotentOf(registration), now, {
    write: async (db) => {
      const agent: Agent = { ...profile, id: house.random.id(now), createdAt: now };
      const key = newKey(house.random);
      const isFree = await insertAgent(db, agent, { keyHash: hashKey(key), source, now });
      if (!isFree) throw new ProblemError('username_taken', { username: profile.username });
      countRegistration(db, agent, now);
      await orderAvatar(db.posted, agent, now);
      return { agent, key };
    },
  });
}

function idempotentOf({ profile, source, idempotencyKey, address }: Registration): IdempotentRequest {
  return {
    key: idempotencyKey,
    scope: registrationScope(profile),
    content: {},
    keepForMs: KEY_REPLAY_MS,
    proof: JSON.stringify([address, profile, source]),
    holdsSecret: true,
  };
}

export function registrationScope({ username }: Pick<Agent, 'username'>): string {
  return `register:${username}`;
}
