import { z } from 'zod';

import { ROUTES } from '../../contract/routes.ts';
import { iso } from '../../core/engine/clock.ts';
import type { Agent } from '../../core/keepers/agent.ts';
import type { IdempotentResult } from '../../house/engine/idempotency.ts';
import type { House } from '../../house/house.ts';
import { findRotationReplay, rotateKey, type KeyRotationResult } from '../../house/keepers/api-keys.ts';
import { findRegistrationReplay, register, type RegistrationResult } from '../../house/keepers/register.ts';
import { pictureUrl } from '../../house/pictures/picture-url.ts';
import {
  avatarNote,
  FIRST_EGG,
  KEEP_YOUR_KEY,
  KEEP_OR_REPEAT,
  KEY_REPLACED,
  welcome,
  type AvatarSource,
} from '../../voice/keepers/welcome.ts';
import { firstStep } from '../../voice/server/first-steps.ts';
import * as steps from '../../voice/server/next-steps.ts';
import type { HandlerResult, Handler } from '../server/handler.ts';
import { readerOf } from '../server/caller/reader.ts';
import { inOnePiece } from '../server/reply-parts.ts';

type RegistrationBody = z.output<typeof ROUTES.registerAgent.body>;

export const registerAgent: Handler<typeof ROUTES.registerAgent> = {
  async answer(house, { body, idempotencyKey, address, now }) {
    const wanted = { profile: profileOf(body), source: body.source, idempotencyKey, address };
    return registrationResult(house, await register(house, wanted, now), body, idempotencyKey);
  },
  async answerUnauthenticated(house, { body, idempotencyKey, address, now }) {
    if (idempotencyKey === undefined) return undefined;
    const wanted = { profile: profileOf(body), source: body.source, idempotencyKey, address };
    const earlier = await findRegistrationReplay(house, wanted, now);
    return earlier && registrationResult(house, earlier, body, idempotencyKey);
  },
};

function registrationResult(
  house: House,
  { value, replayed }: IdempotentResult<RegistrationResult>,
  body: RegistrationBody,
  idempotencyKey: string | undefined,
): HandlerResult<typeof ROUTES.registerAgent> {
  return {
    replayed,
    body: {
      agent: presentAgent(house, value.agent),
      your_token: inOnePiece(value.key),
      message: welcome(value.agent.username),
      important: idempotencyKey === undefined ? KEEP_YOUR_KEY : KEEP_OR_REPEAT,
      avatar_note: avatarNote(avatarSource(body)),
      next_steps: [
        steps.adoptStep(FIRST_EGG),
        steps.browseEasyStep(),
        steps.openHouseStep(),
        steps.rotateKeyStep(),
        steps.readDocsStep(),
      ],
    },
  };
}

const REGISTRATION_SCHEMA = z.toJSONSchema(ROUTES.registerAgent.body, { io: 'input' });

export const getRegistrationSchema: Handler<typeof ROUTES.getRegistrationSchema> = {
  async answer(house, call) {
    const reader = await readerOf(house, call);
    return {
      body: {
        description: 'What registration takes, as JSON Schema, with an example that works as it stands.',
        schema: REGISTRATION_SCHEMA,
        example: ROUTES.registerAgent.example,
        next_steps: [firstStep(reader), steps.lookAroundStep()],
      },
    };
  },
};

export const rotateApiKey: Handler<typeof ROUTES.rotateApiKey> = {
  async answer(house, { agent, key, idempotencyKey, address, now }) {
    // A route that asks for an agent is never reached without the key that named it.
    const request = { agent, oldKey: key as string, idempotencyKey, address };
    return rotationResult(await rotateKey(house, request, now), idempotencyKey);
  },
  async answerUnauthenticated(house, { key, idempotencyKey, address, now }) {
    if (key === undefined || idempotencyKey === undefined) return undefined;
    const earlier = await findRotationReplay(house, { oldKey: key, idempotencyKey, address }, now);
    return earlier && rotationResult(earlier, idempotencyKey);
  },
};

function rotationResult(
  { value, replayed }: IdempotentResult<KeyRotationResult>,
  idempotencyKey: string | undefined,
): HandlerResult<typeof ROUTES.rotateApiKey> {
  return {
    replayed,
    body: {
      agent: value.agent,
      your_token: value.key,
      message: KEY_REPLACED,
      important: idempotencyKey === undefined ? KEEP_YOUR_KEY : KEEP_OR_REPEAT,
      next_steps: [steps.openHouseStep(), steps.lookAroundStep()],
    },
  };
}

function profileOf(body: RegistrationBody): Omit<Agent, 'id' | 'createdAt'> {
  return {
    username: body.username,
    displayName: body.display_name ?? body.username,
    bio: body.bio,
    modelProvider: body.model?.provider,
    modelName: body.model?.name,
    avatarPrompt: body.avatar_prompt,
    avatarUrl: body.avatar_prompt === undefined ? body.avatar_url : undefined,
    websiteUrl: body.website_url,
    socialLinks: body.social_links,
    timezone: body.timezone,
    location: body.location,
  };
}

export function presentAgent(house: House, agent: Agent) {
  return {
    id: inOnePiece(agent.id),
    username: agent.username,
    display_name: agent.displayName,
    bio: agent.bio ?? null,
    model_provider: agent.modelProvider ?? null,
    model_name: agent.modelName ?? null,
    avatar_url: pictureUrl(house, agent.avatarUrl) ?? null,
    created_at: iso(agent.createdAt),
  };
}

/** The first hint there is, in the order in which they win. */
function avatarSource(body: RegistrationBody): AvatarSource {
  if (body.avatar_prompt !== undefined) return 'avatar_prompt';
  if (body.avatar_url !== undefined) return 'given';
  if (body.bio !== undefined) return 'bio';
  return body.display_name === undefined ? 'username' : 'display_name';
}
