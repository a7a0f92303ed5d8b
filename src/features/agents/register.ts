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
  /** Referral source of a registration, shown to the operator only. */
  readonly source?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The caller's IPv4 address or IPv6 /64; a stored reply is replayed to that address only. */
  readonly address?: string | undefined;
}

export interface RegistrationResult {
  readonly agent: Agent;
  readonly key: string;
}

export function findRegistrationReplay(house: House, registration: Registration, now: Instant) {
  return findReplay<RegistrationResult>(house, idempotentRegistration(registration), now);
}

export async function register(
  house: House,
  registration: Registration,
  now: Instant,
): Promise<IdempotentResult<RegistrationResult>> {
  const { profile, source } = registration;
  return once(house, idempotentRegistration(registration), now, {
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

function idempotentRegistration({
  profile,
  source,
  idempotencyKey,
  address,
}: Registration): IdempotentRequest {
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
