import type { ROUTES } from '../../contract/routes.ts';
import { adopt } from '../../house/adopt.ts';
import { drawPersonality } from '../../voice/personality.ts';
import type { Handler } from '../call.ts';
import { presentAdoption } from '../present/adoption.ts';

export const adoptCreature: Handler<typeof ROUTES.adoptCreature> = {
  async answer(house, { agent, body, idempotencyKey, now }) {
    const wish = {
      name: body.name,
      imagePrompt: body.image_prompt,
      imageUrl: body.image_url,
      family: body.family,
      speciesSlug: body.species_slug,
    };
    const adoption = { agent, wish, personality: drawPersonality, idempotencyKey };
    const { value, replayed } = await adopt(house, adoption, now, presentAdoption);
    return { body: value, replayed };
  },
};
