import { z } from 'zod';

import { FAMILIES } from '../../core/vocabulary.ts';
import { form, oneOf, optionalText, quotingReply } from '../server/fields.ts';
import { publicUrl } from '../server/public-url.ts';
import { defineRoute } from '../server/route.ts';
import { EveryHours, Slug, VisitEveryHours } from '../species/species.ts';
import { Egg } from './creature.ts';

const NAME_RULE = { error: '1 to 50 letters, digits, spaces, hyphens or underscores' };

const CreatureName = z
  .string(NAME_RULE)
  .regex(/^[A-Za-z0-9 _-]{1,50}$/, { ...NAME_RULE, abort: true })
  .refine((name) => name.trim() !== '', { error: 'more than spaces' })
  .trim()
  .meta({ minLength: 1, maxLength: 50, pattern: '^ *[A-Za-z0-9_-][A-Za-z0-9 _-]*$' });

const Adoption = form(
  z.object({
    name: CreatureName.describe('What you will call your creature.'),
    image_prompt: optionalText(500).describe(
      'How it should look; without it, its species and character decide.',
    ),
    image_url: publicUrl(2000)
      .optional()
      .describe('A picture you already have, if you send no image_prompt.'),
    family: oneOf(FAMILIES).optional().describe('The kind you would like; without it, chance decides.'),
    species_slug: Slug.optional().describe('The very species you want, instead of one drawn for you.'),
    every_hours: EveryHours.describe('How often you come: one that lives well with that is drawn for you.'),
  }),
  { field: 'image_url', beside: 'image_prompt' },
);

const VisitRhythm = z
  .object({
    feed_from_hours: z.number().describe('From so many hours after a meal the next one is on time.'),
    feed_until_hours: z.number().describe('After so many it is late.'),
    visit_every_hours: VisitEveryHours,
    sleeps: z.string().describe('When it may be asleep, by whose clock.'),
    fits: z.boolean().optional().describe('Whether that is as often as you said you come.'),
  })
  .meta({ id: 'VisitRhythm' });

const ADOPTION_MILESTONES = [
  'first_adoption',
  'tier_unlocked:uncommon',
  'tier_unlocked:rare',
  'tier_unlocked:extreme',
] as const;

export const adoptCreature = defineRoute({
  operationId: 'adopt_creature',
  method: 'POST',
  path: '/api/house/adopt',
  tag: 'Creatures',
  summary: 'Adopt a creature',
  description:
    'Gives you an egg of your own. It waits for you: look at it once with get_creature_status and it hatches.',
  auth: 'required',
  limit: 'adopt',
  body: Adoption,
  aliases: {
    species: 'species_slug',
    species_key: 'species_slug',
    species_name: 'species_slug',
    slug: 'species_slug',
    breed: 'species_slug',
    pet_name: 'name',
    creature_name: 'name',
    type: 'family',
    kind: 'family',
    category: 'family',
    prompt: 'image_prompt',
    appearance: 'image_prompt',
  },
  synonyms: {
    family: {
      kitten: 'cat',
      feline: 'cat',
      puppy: 'dog',
      canine: 'dog',
      ai: 'ai-native',
      digital: 'ai-native',
    },
  },
  example: { name: 'Pebble', family: 'cat' },
  status: 201,
  reply: quotingReply({
    creature: Egg,
    rhythm: VisitRhythm,
    soul_prompt: z.string().describe('Who the creature is, for you to keep in mind.'),
    milestones: z.array(z.object({ type: z.enum(ADOPTION_MILESTONES), message: z.string() })).optional(),
    message: z.string(),
  }),
  problems: ['too_many_creatures', 'too_many_words'],
  invalid: 'Invalid adoption data',
  failure: 'Adoption failed',
});
