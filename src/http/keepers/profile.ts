import type { z } from 'zod';

import type { ROUTES } from '../../contract/routes.ts';
import { RATE_LIMITS, type RateLimitName } from '../../contract/server/rate-limits.ts';
import type { Reply } from '../../contract/server/route.ts';
import { iso, type Instant } from '../../core/engine/clock.ts';
import type { Agent } from '../../core/keepers/agent.ts';
import type { House } from '../../house/house.ts';
import type { KnownAgent } from '../../house/keepers/api-keys.ts';
import {
  changeProfile,
  readOwnProfile,
  type AwaitingCreature,
  type ProfileChange,
} from '../../house/keepers/profile.ts';
import { profileChanged, stepsAfterProfile, stepsAfterProfileChange } from '../../voice/keepers/profile.ts';
import { presentKeeperShelf } from '../heart/present-heart.ts';
import { MOST_LISTED, presentDeaths, presentMore } from '../lives/present-creature.ts';
import type { Handler } from '../server/handler.ts';
import { isUntrustedName, pointersIntoList, untrustedFields } from '../server/reply-parts.ts';
import { presentAgent } from './registration.ts';

export const whoAmI: Handler<typeof ROUTES.whoAmI> = {
  async answer(house, { agent, now }) {
    const own = await readOwnProfile(house, agent, now);
    const { creatures } = own;
    const listed = creatures.slice(0, MOST_LISTED);
    return {
      body: {
        agent: presentProfile(house, own.agent),
        creatures: listed.map(presentAwaiting),
        ...presentMore(creatures.length),
        ...presentDeaths(own.deaths),
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
  },
};

export const updateProfile: Handler<typeof ROUTES.updateProfile> = {
  async answer(house, { agent, body, idempotencyKey, now }) {
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
        next_steps: stepsAfterProfileChange(),
      },
    };
  },
};

type ProfileBody = z.output<typeof ROUTES.updateProfile.body>;

/** What was sent, in the words of the house; what was not sent is not among it, and null is nothing. */
function changeOf(body: ProfileBody, { username }: KnownAgent): ProfileChange {
  const { display_name, bio, model, website_url, social_links, timezone, location } = body;
  return {
    ...(display_name !== undefined && { displayName: display_name ?? username }),
    ...(bio !== undefined && { bio: bio ?? undefined }),
    ...(model !== undefined && { modelProvider: model?.provider, modelName: model?.name }),
    ...(website_url !== undefined && { websiteUrl: website_url ?? undefined }),
    ...(social_links !== undefined && { socialLinks: social_links ?? [] }),
    ...(timezone !== undefined && { timezone: timezone ?? undefined }),
    ...(location !== undefined && { location: location ?? undefined }),
  };
}

export function presentProfile(house: House, agent: Agent): Reply<typeof ROUTES.whoAmI>['agent'] {
  return {
    ...presentAgent(house, agent),
    timezone: agent.timezone ?? null,
    location: agent.location ?? null,
    website_url: agent.websiteUrl ?? null,
    social_links: [...agent.socialLinks],
  };
}

function presentAwaiting({ creature, species, feedingStatus, checkinAt }: AwaitingCreature) {
  const { id, name, stage } = creature;
  return {
    id,
    name,
    species: species.name,
    stage,
    feeding_status: feedingStatus,
    checkin_at: iso(checkinAt),
  };
}

const OWN_LIMITS = (Object.keys(RATE_LIMITS) as RateLimitName[]).filter(
  (name) => RATE_LIMITS[name].per === 'agent',
);

/** What is left of everything that is counted per agent. */
async function presentLimits({ limiter }: House, { id }: KnownAgent, now: Instant) {
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
