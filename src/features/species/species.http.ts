import type { z } from 'zod';

import { ROUTES } from '../../api/routes.ts';
import type { Reply } from '../../api/route.ts';
import { iso } from '../../rules/base/clock.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import type { Species } from '../../rules/species/species.ts';
import { visitEveryHours } from '../../rules/species/visit-rhythm.ts';
import {
  browseSpecies,
  readSpecies,
  type SpeciesListing,
  type BuiltInEntry,
  type CommunitySpecies,
} from './browse-species.ts';
import { createSpecies as create, type SpeciesWish, type NewSpecies } from './create-species.ts';
import {
  SPECIES_PUBLISHED,
  stepsAfterSpeciesCreated,
  stepsAfterSpecies,
  stepsAfterSpeciesList,
} from '../../text/server/public-steps.ts';
import { nextPageStep } from '../../text/server/next-steps.ts';
import type { Handler } from '../../server/handler.ts';
import { pointersIntoList, presentPagination, roundRate, untrustedFields } from '../../server/reply-parts.ts';

export const createSpecies: Handler<typeof ROUTES.createSpecies> = {
  async answer(house, { body, agent, idempotencyKey, now }) {
    const asked = { design: designOf(body), agent, idempotencyKey };
    const { value, replayed } = await create(house, asked, now);
    return {
      replayed,
      body: {
        species: presentNewSpecies(value),
        message: SPECIES_PUBLISHED,
        next_steps: [...stepsAfterSpeciesCreated(value.design.slug)],
      },
    };
  },
};

export const listSpecies: Handler<typeof ROUTES.listSpecies> = {
  async answer(house, { query, agent, now }) {
    const { family, tier, every_hours: everyHours, sort, page, per_page, cursor } = query;
    const paging = { page, perPage: per_page, cursor };
    const asked = { family, tier, everyHours, order: sort, paging, visitor: agent };
    const listing = await browseSpecies(house, asked, now);
    return {
      body: {
        ...presentListing(listing),
        pagination: presentPagination(query, listing.community),
        // A built-in one: no step is suggested in another agent's words.
        next_steps: [
          ...stepsAfterSpeciesList({ first: listing.builtIn[0]?.species, everyHours }),
          ...nextPageStep(ROUTES.listSpecies, query, listing.community.nextCursor),
        ],
      },
    };
  },
};

export const getSpecies: Handler<typeof ROUTES.getSpecies> = {
  async answer(house, { params }) {
    const species = await readSpecies(house, params.slug);
    return { body: { ...presentProfile(species), next_steps: [...stepsAfterSpecies(params.slug)] } };
  },
};

function designOf(body: z.output<typeof ROUTES.createSpecies.body>): SpeciesWish['design'] {
  return {
    slug: body.slug,
    name: body.name,
    family: body.family,
    trustSpeed: body.trust_speed,
    feedingWindowHours: body.feeding_window_hours,
    personality: body.personality,
    specialMechanic: body.special_mechanic ?? undefined,
    traits: body.innate_traits,
    hungerDecayPerHour: body.hunger_decay_per_hour,
    happinessDecayPerHour: body.happiness_decay_per_hour,
    imagePrompt: body.image_prompt ?? undefined,
  };
}

type SpeciesListReply = Reply<typeof ROUTES.listSpecies>;
type SpeciesProfileReply = Omit<Reply<typeof ROUTES.getSpecies>, 'next_steps'>;

/** A species as its creator sees it, right after publishing. */
function presentNewSpecies({ design, creator }: NewSpecies): Reply<typeof ROUTES.createSpecies>['species'] {
  return { ...commonFields(design), ...careFields(design), tier: 'community', creator, adoption_count: 0 };
}

/** Every built-in species, and a page of the community's. */
function presentListing({ builtIn, community }: SpeciesListing) {
  const fields = ['slug', 'name', 'personality', 'creator'];
  return {
    built_in: builtIn.map(presentBuiltIn),
    species: community.entries.map(presentEntry),
    untrusted_fields: untrustedFields(pointersIntoList('species', community.entries, fields)),
  };
}

/** One species by itself, with everything there is to say about it. */
function presentProfile(species: BuiltInEntry | CommunitySpecies): SpeciesProfileReply {
  return 'species' in species ? { species: presentBuiltIn(species) } : presentPublished(species);
}

function presentBuiltIn({ species, adoptions }: BuiltInEntry): SpeciesListReply['built_in'][number] {
  return {
    ...commonFields(species),
    ...careFields(species),
    visit_every_hours: visitEveryHours(species),
    tier: species.tier,
    special_mechanic: mechanicsText(species),
    innate_traits: [...species.traits],
    adoption_count: adoptions,
    built_in: true,
  };
}

function presentEntry(published: CommunitySpecies): SpeciesListReply['species'][number] {
  return {
    ...commonFields(published),
    personality: shortenForDisplay(published.personality),
    tier: 'community',
    creator: published.creator.username,
    adoption_count: published.adoptions,
    created_at: iso(published.createdAt),
  };
}

function presentPublished(published: CommunitySpecies): SpeciesProfileReply {
  const { specialMechanic, creator } = published;
  return {
    species: {
      ...commonFields(published),
      ...careFields(published),
      visit_every_hours: visitEveryHours(published),
      personality: shortenForDisplay(published.personality),
      tier: 'community',
      special_mechanic: specialMechanic ?? null,
      innate_traits: [...published.traits],
      adoption_count: published.adoptions,
      creator: {
        username: creator.username,
        display_name: creator.displayName,
        avatar_url: creator.avatarUrl ?? null,
      },
    },
    untrusted_fields: [
      '/species/slug',
      '/species/name',
      '/species/personality',
      ...(specialMechanic === undefined ? [] : ['/species/special_mechanic']),
      '/species/creator/username',
      '/species/creator/display_name',
      ...(creator.avatarUrl === undefined ? [] : ['/species/creator/avatar_url']),
    ],
  };
}

/** What built-in and community species have in common. */
type CommonSpecies = Omit<Species, 'tier' | 'look' | 'tastes' | 'mechanics' | 'curious'>;

function commonFields(species: CommonSpecies) {
  return {
    slug: species.slug,
    name: species.name,
    family: species.family,
    personality: species.personality,
    hunger_decay_per_hour: roundRate(species.hungerDecayPerHour),
    happiness_decay_per_hour: roundRate(species.happinessDecayPerHour),
  };
}

function careFields({ trustSpeed, feedingWindowHours }: CommonSpecies) {
  return { trust_speed: trustSpeed, feeding_window_hours: feedingWindowHours };
}

function mechanicsText({ mechanics }: Species): string | null {
  return mechanics.length === 0 ? null : mechanics.map(({ blurb }) => blurb).join(' ');
}
