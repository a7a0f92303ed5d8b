import { iso } from '../../rules/base/clock.ts';
import type { Reply } from '../../api/route.ts';
import type { ROUTES } from '../../api/routes.ts';
import {
  AGENT_NOTES,
  sitterCreatedMessage,
  STEPS_AFTER_SITTER_REVOKED,
  stepsAfterSitterCreated,
  stepsAfterSitters,
} from '../../text/server/agents.ts';
import type { Handler } from '../../http/handler.ts';
import type { BaseHouse } from '../house.ts';
import { createSitterKey, readSitters, revokeSitterKey, type Sitter } from './sitters.ts';

type SitterReply = Reply<typeof ROUTES.listSitters>['sitters'][number];

export const createSitter: Handler<typeof ROUTES.createSitter, BaseHouse> = async (
  house,
  { agent, key, body, idempotencyKey, now },
) => {
  // The route requires authentication, so the key is present.
  const asked = { agent, key: key as string, idempotencyKey };
  const { value, replayed } = await createSitterKey(house, asked, body, now);
  const { sitter } = value;
  return {
    replayed,
    body: {
      sitter: presentSitter(sitter),
      key: value.key,
      message: sitterCreatedMessage(sitter.name, iso(sitter.expiresAt)),
      important: AGENT_NOTES.handKeyOn,
      next_steps: stepsAfterSitterCreated(sitter.id),
    },
  };
};

export const listSitters: Handler<typeof ROUTES.listSitters, BaseHouse> = async (house, { agent, now }) => {
  const sitters = await readSitters(house, agent, now);
  return { body: { sitters: sitters.map(presentSitter), next_steps: stepsAfterSitters(sitters) } };
};

export const revokeSitter: Handler<typeof ROUTES.revokeSitter, BaseHouse> = async (
  house,
  { agent, params, idempotencyKey, now },
) => {
  const { replayed } = await revokeSitterKey(house, { agent, idempotencyKey }, params.id, now);
  return {
    replayed,
    body: { success: true, message: AGENT_NOTES.sitterRevoked, next_steps: STEPS_AFTER_SITTER_REVOKED },
  };
};

function presentSitter({ id, name, createdAt, expiresAt }: Omit<Sitter, 'agentId'>): SitterReply {
  return { id, name, created_at: iso(createdAt), expires_at: iso(expiresAt) };
}
