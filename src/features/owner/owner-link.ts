import type { Instant } from '../../rules/base/clock.ts';
import { encodeGuestKey } from '../../rules/keys.ts';
import { lockAgent } from '../account/profile.ts';
import type { BaseHouse } from '../house.ts';
import { deleteOwnerLink, upsertOwnerLink } from '../identity/agents.store.ts';
import { hashKey, type KnownAgent } from '../identity/api-keys.ts';
import {
  type AgentRequest,
  idempotentRequest,
  once,
  type IdempotentRequest,
  type IdempotentResult,
} from '../once.ts';

/** Stored as JSON for replays, also by later versions. */
export interface CreatedOwnerLink {
  readonly token: string;
}

/** Creates the token of the agent's read-only link; it replaces the previous one. */
export async function createOwnerToken(
  house: BaseHouse,
  { agent, idempotencyKey }: AgentRequest,
  now: Instant,
): Promise<IdempotentResult<CreatedOwnerLink>> {
  return once(house, idempotentLink(agent, idempotencyKey, 'make'), now, {
    write: async (db) => {
      await lockAgent(db, agent.id);
      const token = encodeGuestKey('owner', house.random.bytes(32));
      await upsertOwnerLink(db, { agentId: agent.id, tokenHash: hashKey(token), now });
      return { token };
    },
  });
}

export interface RevokedOwnerLink {
  /** False if there was no link. */
  readonly ended: boolean;
}

export async function revokeOwnerToken(
  house: BaseHouse,
  { agent, idempotencyKey }: AgentRequest,
  now: Instant,
): Promise<IdempotentResult<RevokedOwnerLink>> {
  return once(house, idempotentLink(agent, idempotencyKey, 'end'), now, {
    write: async (db) => ({ ended: await deleteOwnerLink(db, agent.id) }),
  });
}

function idempotentLink(
  agent: KnownAgent,
  key: string | undefined,
  ownerLink: 'make' | 'end',
): IdempotentRequest {
  return { ...idempotentRequest(agent, key, { ownerLink }), holdsSecret: true };
}
