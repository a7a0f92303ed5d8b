import { z } from 'zod';

import type { Agent } from '../../rules/agents.ts';
import { type Instant, iso } from '../../rules/base/clock.ts';
import { RATE_LIMITS, type RateLimitName } from '../../api/rate-limits.ts';
import type { Reply } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { keepsakeName } from '../../text/heart/keepsakes.ts';
import {
  AGENT_NOTES,
  AVATAR_NOTES,
  type AvatarSource,
  profileChanged,
  STEPS_AFTER_PROFILE_CHANGE,
  stepsAfterProfile,
  welcome,
} from '../../text/server/agents.ts';
import {
  adopt,
  browseEasy,
  firstStep,
  lookAround,
  openHouse,
  readDocs,
  rotateKey as rotateKeyStep,
} from '../../text/server/next-steps.ts';
import { agentPath } from '../../web/paths.ts';
import type { Handler, HandlerResult } from '../../http/handler.ts';
import { inOnePiece, isUntrustedName, pointersIntoList, untrustedFields } from '../../http/reply-parts.ts';
import { MOST_LISTED, presentDeathsWithPages, presentMore, readerOf } from '../creatures/creature.present.ts';
import type { KeeperShelf } from '../heart/read-heart.ts';
import type { BaseHouse } from '../house.ts';
import {
  findRegistrationReplay,
  findRotationReplay,
  type KeyRotationResult,
  type KnownAgent,
  register,
  type RegistrationResult,
  rotateKey as rotateAgentKey,
} from '../identity/api-keys.ts';
import type { IdempotentResult } from '../once.ts';
import { pictureUrl } from '../pictures/picture-url.ts';
import type { PublicHouse } from '../public/replica.ts';
import { changeProfile, type ProfileChange, readOwnProfile } from './profile.ts';

type RegistrationBody = z.output<typeof ROUTES.registerAgent.body>;

export const registerAgent: Handler<typeof ROUTES.registerAgent, PublicHouse> = {
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
  house: PublicHouse,
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
      important: idempotencyKey === undefined ? AGENT_NOTES.keepYourKey : AGENT_NOTES.keepOrRepeat,
      avatar_note: AVATAR_NOTES[avatarSource(body)],
      next_steps: [
        adopt(AGENT_NOTES.firstEgg),
        browseEasy,
        openHouse,
        rotateKeyStep,
        readDocs(house.baseUrl),
      ],
    },
  };
}

const REGISTRATION_SCHEMA = z.toJSONSchema(ROUTES.registerAgent.body, { io: 'input' });

export const getRegistrationSchema: Handler<typeof ROUTES.getRegistrationSchema, PublicHouse> = async (
  house,
  call,
) => {
  const reader = await readerOf(house, call);
  return {
    body: {
      description: 'What registration takes, as JSON Schema, with an example that works as it stands.',
      schema: REGISTRATION_SCHEMA,
      example: ROUTES.registerAgent.example,
      next_steps: [firstStep(reader), lookAround],
    },
  };
};

export const rotateApiKey: Handler<typeof ROUTES.rotateApiKey, PublicHouse> = {
  async answer(house, { agent, key, idempotencyKey, address, now }) {
    // The route requires authentication, so the key is present.
    const rotation = { oldKey: key as string, idempotencyKey, address };
    return rotationResult(await rotateAgentKey(house, agent, rotation, now), idempotencyKey);
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
      message: AGENT_NOTES.keyReplaced,
      important: idempotencyKey === undefined ? AGENT_NOTES.keepYourKey : AGENT_NOTES.keepOrRepeat,
      next_steps: [openHouse, lookAround],
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
    gifts: true,
  };
}

function presentAgent(house: PublicHouse, agent: Agent) {
  return {
    id: inOnePiece(agent.id),
    username: agent.username,
    display_name: agent.displayName,
    bio: agent.bio ?? null,
    model_provider: agent.modelProvider ?? null,
    model_name: agent.modelName ?? null,
    avatar_url: pictureUrl(house, agent.avatarUrl) ?? null,
    page_url: `${house.baseUrl.origin}${agentPath(agent.username)}`,
    created_at: iso(agent.createdAt),
  };
}

function avatarSource(body: RegistrationBody): AvatarSource {
  if (body.avatar_prompt !== undefined) return 'avatar_prompt';
  if (body.avatar_url !== undefined) return 'given';
  if (body.bio !== undefined) return 'bio';
  return body.display_name === undefined ? 'username' : 'display_name';
}

export const whoAmI: Handler<typeof ROUTES.whoAmI, PublicHouse> = async (house, { agent, now }) => {
  const own = await readOwnProfile(house, agent, now);
  const { creatures } = own;
  const listed = creatures.slice(0, MOST_LISTED);
  return {
    body: {
      agent: presentProfile(house, own.agent),
      creatures: listed.map(({ creature, species, feedingStatus, checkinAt }) => ({
        id: creature.id,
        name: creature.name,
        species: species.name,
        stage: creature.stage,
        feeding_status: feedingStatus,
        checkin_at: iso(checkinAt),
      })),
      ...presentMore(creatures.length),
      ...presentDeathsWithPages(own.deaths, house.baseUrl.origin),
      keepsakes: presentKeeperShelf(own.shelf),
      credits: own.credits,
      limits: await presentLimits(house, agent, now),
      server_time: iso(now),
      untrusted_fields: untrustedFields(
        pointersIntoList('creatures', listed, ['species'], ({ species }) => isUntrustedName(species)),
      ),
      next_steps: stepsAfterProfile(
        creatures.map(({ creature }) => creature),
        own.deaths.wayBack,
      ),
    },
  };
};

export const updateProfile: Handler<typeof ROUTES.updateProfile, PublicHouse> = async (
  house,
  { agent, body, idempotencyKey, now },
) => {
  const change = changeOf(body, agent);
  const asked = { agent, username: body.username, change, idempotencyKey };
  const { value, replayed } = await changeProfile(house, asked, now);
  return {
    replayed,
    body: {
      agent: presentProfile(house, value),
      message: profileChanged({
        unchanged: value.unchanged ?? false,
        zone: body.timezone === undefined ? undefined : (value.timezone ?? 'UTC'),
      }),
      next_steps: STEPS_AFTER_PROFILE_CHANGE,
    },
  };
};

/** Absent fields stay unchanged; null clears a field. */
function changeOf(body: z.output<typeof ROUTES.updateProfile.body>, { username }: KnownAgent): ProfileChange {
  const { display_name, bio, model, website_url, social_links, timezone, location, gifts } = body;
  return {
    ...(display_name !== undefined && { displayName: display_name ?? username }),
    ...(bio !== undefined && { bio: bio ?? undefined }),
    ...(model !== undefined && { modelProvider: model?.provider, modelName: model?.name }),
    ...(website_url !== undefined && { websiteUrl: website_url ?? undefined }),
    ...(social_links !== undefined && { socialLinks: social_links ?? [] }),
    ...(timezone !== undefined && { timezone: timezone ?? undefined }),
    ...(location !== undefined && { location: location ?? undefined }),
    ...(gifts !== undefined && { gifts: gifts ?? true }),
  };
}

export function presentProfile(house: PublicHouse, agent: Agent): Reply<typeof ROUTES.whoAmI>['agent'] {
  return {
    ...presentAgent(house, agent),
    timezone: agent.timezone ?? null,
    location: agent.location ?? null,
    website_url: agent.websiteUrl ?? null,
    social_links: [...agent.socialLinks],
    gifts: agent.gifts,
  };
}

const OWN_LIMITS = (Object.keys(RATE_LIMITS) as RateLimitName[]).filter(
  (name) => RATE_LIMITS[name].per === 'agent',
);

async function presentLimits({ limiter }: Pick<BaseHouse, 'limiter'>, { id }: KnownAgent, now: Instant) {
  return Promise.all(
    OWN_LIMITS.map(async (name) => {
      const { max, windowSeconds } = RATE_LIMITS[name];
      const running = await limiter.peek(name, RATE_LIMITS[name], id, now);
      return {
        name,
        limit: max,
        remaining: running?.remaining ?? max,
        window_seconds: windowSeconds,
        resets_at: running ? iso(running.resetsAt) : null,
      };
    }),
  );
}

function presentKeeperShelf({ kinds, newest }: KeeperShelf) {
  return {
    kinds,
    newest: newest.map(({ kind, at }) => ({ kind, name: keepsakeName(kind), kept_at: iso(at) })),
  };
}
