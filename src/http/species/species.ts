import type { z } from 'zod';

import type { ROUTES } from '../../contract/routes.ts';
import type { Reply } from '../../contract/server/route.ts';
import { iso } from '../../core/engine/clock.ts';
import { shortenForDisplay } from '../../core/engine/text.ts';
import type { Species } from '../../core/species/species.ts';
import {
  browseSpecies,
  readSpecies,
  type SpeciesListing,
  type BuiltInEntry,
  type CommunitySpecies,
} from '../../house/species/browse-species.ts';
import {
  createSpecies as create,
  type SpeciesWish,
  type NewSpecies,
} from '../../house/species/create-species.ts';
import {
  SPECIES_PUBLISHED,
  stepsAfterSpeciesCreated,
  stepsAfterSpecies,
  stepsAfterSpeciesList,
} from '../../voice/species/species-steps.ts';
import type { Handler } from '../server/handler.ts';
import { pointersIntoList, presentPagination, untrustedFields } from '../server/reply-parts.ts';

export const createSpecies: Handler<typeof ROUTES.createSpecies> = {
  async answer(house, { body, agent, idempotencyKey, now }) {
    const wish = { design: designOf(body), agent, idempotencyKey };
    const { value, replayed } = await create(house, wish, now);
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
  async answer(house, { query }) {
    const { family, sort, page, per_page } = query;
    const shelves = await browseSpecies(house, {
      family,
      order: sort,
      paging: { page, perPage: per_page },
    });
    return {
      body: {
        ...presentShelves(shelves),
        pagination: presentPagination(query, shelves.community.total),
        next_steps: [...stepsAfterSpeciesList(firstOf(shelves))],
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

/** One that came with the house: strangers' words suggest nothing. */
function firstOf({ builtIn }: SpeciesListing): string | undefined {
  return builtIn[0]?.species.slug;
}

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
export function presentNewSpecies(created: NewSpecies): Reply<typeof ROUTES.createSpecies>['species'] {
  const { design, creator } = created;
  return { ...nature(design), ...needs(design), tier: 'community', creator, adoption_count: 0 };
}

/** The whole shelf of the house, and a page of the community's. */
export function presentShelves({
  builtIn,
  community,
}: SpeciesListing): Omit<SpeciesListReply, 'pagination' | 'next_steps'> {
  const words = ['slug', 'name', 'personality', 'creator'];
  return {
    built_in: builtIn.map(presentBuiltIn),
    species: community.entries.map(presentEntry),
    untrusted_fields: untrustedFields(
      words.flatMap((word) => pointersIntoList('species', community.entries, word)),
    ),
  };
}

/** One species by itself, with everything there is to say about it. */
export function presentProfile(species: BuiltInEntry | CommunitySpecies): SpeciesProfileReply {
  return 'species' in species ? { species: presentBuiltIn(species) } : presentPublished(species);
}

function presentBuiltIn({ species, adoptions }: BuiltInEntry): SpeciesListReply['built_in'][number] {
  return {
    ...nature(species),
    ...needs(species),
    tier: species.tier,
    special_mechanic: ownRules(species),
    innate_traits: [...species.traits],
    adoption_count: adoptions,
    built_in: true,
  };
}

function presentEntry(published: CommunitySpecies): SpeciesListReply['species'][number] {
  return {
    ...nature(published),
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
      ...nature(published),
      ...needs(published),
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

/** What built-in and designed species are told by alike. */
type SpeciesNature = Omit<Species, 'tier' | 'look' | 'tastes' | 'mechanics' | 'curious'>;

function nature(species: SpeciesNature) {
  return {
    slug: species.slug,
    name: species.name,
    family: species.family,
    personality: species.personality,
    hunger_decay_per_hour: species.hungerDecayPerHour,
    happiness_decay_per_hour: species.happinessDecayPerHour,
  };
}

function needs({ trustSpeed, feedingWindowHours }: SpeciesNature) {
  return { trust_speed: trustSpeed, feeding_window_hours: feedingWindowHours };
}

function ownRules({ mechanics }: Species): string | null {
  return mechanics.length === 0 ? null : mechanics.map(({ blurb }) => blurb).join(' ');
}
