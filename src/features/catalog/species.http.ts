import type { z } from 'zod';

import { iso } from '../../rules/base/clock.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import { visitEveryHours } from '../../rules/lives/rhythm.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Reply } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import {
  ABOUT,
  nextPageStep,
  noSuchSpecies,
  stepsAfterSpecies,
  stepsAfterSpeciesCreated,
  stepsAfterSpeciesList,
  stepsWithoutSpecies,
} from '../../text/server/next-steps.ts';
import type { Handler } from '../../http/handler.ts';
import { pointersIntoList, presentPagination, roundRate, untrustedFields } from '../../http/reply-parts.ts';
import type { PublicHouse } from '../public/replica.ts';
import {
  browseSpecies,
  type BuiltInEntry,
  type CommunitySpecies,
  createSpecies as proposeSpecies,
  readSpecies,
} from './browse-species.ts';

export const createSpecies: Handler<typeof ROUTES.createSpecies, PublicHouse> = async (
  house,
  { body, agent, idempotencyKey, now },
) => {
  const asked = { design: designOf(body), agent, idempotencyKey };
  const { value, replayed } = await proposeSpecies(house, asked, now);
  const { design, creator } = value;
  return {
    replayed,
    body: {
      species: {
        ...commonFields(design),
        ...careFields(design),
        tier: 'community',
        creator,
        adoption_count: 0,
      },
      message:
        design.specialMechanic === undefined
          ? ABOUT.speciesPublished
          : `${ABOUT.speciesPublished} ${ABOUT.mechanicIsWords}`,
      next_steps: [...stepsAfterSpeciesCreated(design.slug)],
    },
  };
};

export const listSpecies: Handler<typeof ROUTES.listSpecies, PublicHouse> = async (
  house,
  { query, agent, now },
) => {
  const { family, tier, every_hours: everyHours, sort, page, cursor, view } = query;
  const isBrief = view === 'brief';
  const { per_page = isBrief ? 10 : 25 } = query;
  const paging = { page, perPage: per_page, cursor };
  const asked = { family, tier, everyHours, order: sort, paging, visitor: agent };
  const { builtIn, community } = await browseSpecies(house, asked, now);
  const untrusted = isBrief ? ['slug', 'name'] : ['slug', 'name', 'personality', 'creator'];
  const isEmpty = builtIn.length === 0 && community.total === 0;
  return {
    body: {
      built_in: builtIn.map((each) => (isBrief ? presentLine(each.species) : presentBuiltIn(each))),
      species: community.entries.map((each) =>
        isBrief ? presentLine({ ...each, tier: 'community' }) : presentEntry(each),
      ),
      message: isEmpty ? noSuchSpecies({ family, tier, everyHours }) : undefined,
      untrusted_fields: untrustedFields(pointersIntoList('species', community.entries, untrusted)),
      pagination: presentPagination({ per_page }, community),
      next_steps: [
        // The suggested species is a built-in one: next steps contain no text of other agents.
        ...(isEmpty
          ? stepsWithoutSpecies({ family, tier, everyHours })
          : stepsAfterSpeciesList({ first: builtIn[0]?.species, everyHours })),
        ...nextPageStep(ROUTES.listSpecies, query, community.nextCursor),
      ],
    },
  };
};

export const getSpecies: Handler<typeof ROUTES.getSpecies, PublicHouse> = async (house, { params }) => {
  const found = await readSpecies(house, params.slug);
  const profile = 'species' in found ? { species: presentBuiltIn(found) } : presentPublished(found);
  const { slug } = 'species' in found ? found.species : params;
  return { body: { ...profile, next_steps: [...stepsAfterSpecies(slug)] } };
};

function designOf(body: z.output<typeof ROUTES.createSpecies.body>) {
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

type SpeciesListReply = z.output<(typeof ROUTES.listSpecies.replies)[0]['reply']>;
type SpeciesLine = z.output<(typeof ROUTES.listSpecies.replies)[1]['reply']>['built_in'][number];
type SpeciesProfileReply = Omit<Reply<typeof ROUTES.getSpecies>, 'next_steps'>;

function presentBuiltIn({ species, adoptions }: BuiltInEntry): SpeciesListReply['built_in'][number] {
  return {
    ...commonFields(species),
    ...careFields(species),
    visit_every_hours: visitEveryHours(species),
    tier: species.tier,
    special_mechanic: species.mechanics.map(({ blurb }) => blurb).join(' ') || null,
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

function presentLine({ slug, name, family, tier, feedingWindowHours }: SpeciesKind): SpeciesLine {
  return { slug, name, family, tier, feeding_window_hours: feedingWindowHours };
}

type SpeciesKind = Pick<Species, 'slug' | 'name' | 'family' | 'tier' | 'feedingWindowHours'>;

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
      ...(specialMechanic !== undefined && { special_mechanic_note: ABOUT.mechanicIsWords }),
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
