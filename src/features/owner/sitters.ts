import { HOUR, type Instant } from '../../rules/base/clock.ts';
import { encodeGuestKey } from '../../rules/keys.ts';
import { ProblemError } from '../../rules/problem.ts';
import { MOST_SITTERS } from '../../rules/vocabulary.ts';
import { lockAgent } from '../account/profile.ts';
import type { BaseHouse } from '../house.ts';
import { isKeyOf } from '../identity/agents.store.ts';
import { hashKey, type KnownAgent } from '../identity/api-keys.ts';
import { deleteSitter, insertSitter, type Sitter, sittersOf } from '../identity/sitters.store.ts';
import { deleteReplies } from '../once.store.ts';
import { agentScope, type AgentRequest, idempotentRequest, type IdempotentResult, once } from '../once.ts';

export type { Sitter };

export function readSitters(
  { store }: Pick<BaseHouse, 'store'>,
  { id }: KnownAgent,
  now: Instant,
): Promise<readonly Sitter[]> {
  return sittersOf(store, id, now);
}

interface WantedSitter {
  readonly name: string;
  readonly hours: number;
}

interface SitterRequest extends AgentRequest {
  readonly key: string;
}

/** Stored as JSON for replays, also by later versions. */
export interface MadeSitter {
  readonly sitter: Omit<Sitter, 'agentId'>;
  readonly key: string;
}

export async function createSitterKey(
  house: BaseHouse,
  { agent, key: apiKey, idempotencyKey }: SitterRequest,
  { name, hours }: WantedSitter,
  now: Instant,
): Promise<IdempotentResult<MadeSitter>> {
  const asked = idempotentRequest(agent, idempotencyKey, { sitter: { name, hours } });
  return once(house, { ...asked, holdsSecret: true }, now, {
    write: async (db) => {
      await lockAgent(db, agent.id);
      // A key that was replaced since it was checked: its sitters have ended, and it makes no other.
      if (!(await isKeyOf(db, agent.id, hashKey(apiKey)))) throw new ProblemError('unknown_key');
      if ((await sittersOf(db, agent.id, now)).length >= MOST_SITTERS)
        throw new ProblemError('too_many_sitters', { most: MOST_SITTERS });
      const key = encodeGuestKey('sitter', house.random.bytes(32));
      const sitter = { id: house.random.id(now), name, createdAt: now, expiresAt: now + hours * HOUR };
      await insertSitter(db, { ...sitter, agentId: agent.id, keyHash: hashKey(key) });
      return { sitter, key };
    },
  });
}

interface EndedSitter {
  readonly id: string;
}

/** Ends a key, with the stored replies of its sitter. */
export async function revokeSitterKey(
  house: BaseHouse,
  { agent, idempotencyKey }: AgentRequest,
  id: string,
  now: Instant,
): Promise<IdempotentResult<EndedSitter>> {
  return once(house, idempotentRequest(agent, idempotencyKey, { endedSitter: id }), now, {
    write: async (db) => {
      if (!(await deleteSitter(db, agent.id, id, now))) throw new ProblemError('no_such_sitter');
      await deleteReplies(db, agentScope({ id: agent.id, sitter: { id, name: '' } }));
      return { id };
    },
  });
}
