import type { Db, Transaction } from '../../../packages/database/db.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { encodeGuestKey } from '../../rules/keys.ts';
import type { BaseHouse } from '../house.ts';
import {
  deleteFeedToken,
  deleteOwnerLink,
  upsertFeedToken,
  upsertOwnerLink,
} from '../identity/agents.store.ts';
import { hashKey, type KnownAgent } from '../identity/api-keys.ts';
import {
  type AgentRequest,
  idempotentRequest,
  once,
  type IdempotentRequest,
  type IdempotentResult,
} from '../once.ts';
import { lockAgent } from './profile.ts';

/** A token of which an agent has at most one: another replaces it. */
interface OwnToken {
  /** Its name in the stored fingerprints of requests. */
  readonly name: 'calendar' | 'ownerLink';
  encode(secret: Uint8Array): string;
  store(
    db: Transaction,
    row: { readonly agentId: string; readonly tokenHash: string; readonly now: Instant },
  ): unknown;
  /** False if there was none. */
  remove(db: Db, agentId: string): Promise<boolean>;
}

/** Grants access to the agent's calendar only. Its prefix distinguishes it from API keys. */
export const CALENDAR_TOKEN: OwnToken = {
  name: 'calendar',
  encode: (secret) => `ahcal_${Buffer.from(secret).toString('base64url')}`,
  store: upsertFeedToken,
  remove: deleteFeedToken,
};

/** Opens the page of the agent's human, the due check, the week and the calendar. */
export const OWNER_TOKEN: OwnToken = {
  name: 'ownerLink',
  encode: (secret) => encodeGuestKey('owner', secret),
  store: upsertOwnerLink,
  remove: deleteOwnerLink,
};

/** Stored as JSON for replays, also by later versions. */
export interface CreatedToken {
  readonly token: string;
}

export interface RevokedToken {
  /** False if there was no token. */
  readonly ended: boolean;
}

export async function createToken(
  house: BaseHouse,
  kind: OwnToken,
  { agent, idempotencyKey }: AgentRequest,
  now: Instant,
): Promise<IdempotentResult<CreatedToken>> {
  return once(house, idempotent(kind, agent, idempotencyKey, 'make'), now, {
    write: async (db) => {
      await lockAgent(db, agent.id);
      const token = kind.encode(house.random.bytes(32));
      await kind.store(db, { agentId: agent.id, tokenHash: hashKey(token), now });
      return { token };
    },
  });
}

export async function revokeToken(
  house: BaseHouse,
  kind: OwnToken,
  { agent, idempotencyKey }: AgentRequest,
  now: Instant,
): Promise<IdempotentResult<RevokedToken>> {
  return once(house, idempotent(kind, agent, idempotencyKey, 'end'), now, {
    write: async (db) => ({ ended: await kind.remove(db, agent.id) }),
  });
}

function idempotent(
  { name }: OwnToken,
  agent: KnownAgent,
  key: string | undefined,
  deed: 'make' | 'end',
): IdempotentRequest {
  return { ...idempotentRequest(agent, key, { [name]: deed }), holdsSecret: true };
}
