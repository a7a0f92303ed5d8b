import type { z } from 'zod';

import type { ROUTES } from '../../contract/routes.ts';
import { browseSpecies, readSpecies, type Shelves } from '../../house/browse-species.ts';
import { createSpecies as create, type SpeciesWish } from '../../house/create-species.ts';
import { SPECIES_PUBLISHED } from '../../voice/house-words.ts';
import { afterSpeciesCreated, forSpecies, forSpeciesList } from '../../voice/page-steps.ts';
import type { Handler } from '../call.ts';
import { presentPagination } from '../present/pagination.ts';
import { presentNewSpecies, presentProfile, presentShelves } from '../present/species.ts';

export const createSpecies: Handler<typeof ROUTES.createSpecies> = {
  async answer(house, { body, agent, idempotencyKey, now }) {
    const wish = { design: designOf(body), agent, idempotencyKey };
    const { value, replayed } = await create(house, wish, now);
    return {
      replayed,
      body: {
        species: presentNewSpecies(value),
        message: SPECIES_PUBLISHED,
        next_steps: [...afterSpeciesCreated(value.design.slug)],
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
        next_steps: [...forSpeciesList(firstOf(shelves))],
      },
    };
  },
};

export const getSpecies: Handler<typeof ROUTES.getSpecies> = {
  async answer(house, { params }) {
    const species = await readSpecies(house, params.slug);
    return { body: { ...presentProfile(species), next_steps: [...forSpecies(params.slug)] } };
  },
};

/** One that came with the house: strangers' words suggest nothing. */
function firstOf({ builtIn }: Shelves): string | undefined {
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
