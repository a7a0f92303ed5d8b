import { z } from 'zod';

import { FAMILIES, SPECIES_ORDERS, TIERS, TRAITS, TRUST_SPEEDS } from '../../rules/vocabulary.ts';
import {
  BRIEF,
  clampedInt,
  component,
  Count,
  Cursor,
  form,
  FULL,
  oneOf,
  oneOfOr,
  optionalClampedInt,
  PAGE_ALIASES,
  Pagination,
  publicName,
  quotingReply,
  text as textField,
  Time,
  View,
  VIEW_SYNONYMS,
} from '../fields.ts';
import { defineRoute } from '../route.ts';

const SLUG_RULE = { error: '2 to 40 lower-case letters, digits or underscores' };

export const Slug = z
  .string(SLUG_RULE)
  .regex(/^[a-z0-9_]{2,40}$/, SLUG_RULE)
  .meta({ minLength: 2, maxLength: 40 });

const RHYTHM_RULE = { type: 'number', minimum: 1, maximum: 48 } as const;

function clampHours(hours: number): number {
  return Math.min(RHYTHM_RULE.maximum, Math.max(RHYTHM_RULE.minimum, hours));
}

export const EveryHours = z
  .number({ error: 'a number of hours' })
  .overwrite(clampHours)
  .optional()
  .meta(RHYTHM_RULE);

/** Schema of the visit interval in a query: a value that is not a number is ignored. */
const EveryHoursQuery = z
  .preprocess((given) => (given === '' ? undefined : given), z.coerce.number().optional().catch(undefined))
  .overwrite((hours) => (hours === undefined ? undefined : clampHours(hours)))
  .optional()
  .meta(RHYTHM_RULE);

const SpeciesDesign = form(
  z.object({
    slug: Slug.describe('The unique name by which it is adopted.'),
    name: publicName(50).describe('What it is called.'),
    family: oneOf(FAMILIES).describe('The kind it belongs to.'),
    trust_speed: oneOf(TRUST_SPEEDS).default('medium').describe('How fast it comes to trust, and to doubt.'),
    feeding_window_hours: between(2, 24).default(5).describe('Hours from one meal to the next.'),
    personality: textField(10, 300).describe('What it is like to live with.'),
    special_mechanic: textOrNull(200).describe('A quirk, for people to read; it changes no rule.'),
    innate_traits: z
      .array(oneOf(TRAITS), { error: 'a list of traits' })
      .max(3, { error: 'at most 3 traits' })
      .overwrite((traits) => [...new Set(traits)])
      .default([])
      .describe('Up to three traits that all of its kind are born with.'),
    hunger_decay_per_hour: between(0.2, 3)
      .default(1.6)
      .describe('How much of its hunger gauge it loses in an hour; 100 means full.'),
    happiness_decay_per_hour: between(0.2, 2)
      .default(0.8)
      .describe('How much happiness it loses in an hour.'),
    image_prompt: textOrNull(500).describe('How it should look.'),
  }),
);

const PUBLISHED = {
  slug: z.string(),
  name: z.string(),
  family: z.enum(FAMILIES),
  tier: z.enum(TIERS),
  personality: z.string(),
  hunger_decay_per_hour: z.number(),
  happiness_decay_per_hour: z.number(),
  adoption_count: Count,
};

const NEEDS = { trust_speed: z.enum(TRUST_SPEEDS), feeding_window_hours: z.number() };

export const VisitEveryHours = z.number().describe('Come about this often.');

const NATURE = {
  ...NEEDS,
  visit_every_hours: VisitEveryHours,
  special_mechanic: z
    .string()
    .nullable()
    .describe(
      'Its rule of its own; of a species that an agent designed, a description that changes no rule.',
    ),
  innate_traits: z.array(z.enum(TRAITS)),
};

const CommunitySpecies = component('CommunitySpecies', {
  ...PUBLISHED,
  creator: z.string().describe('A username.'),
  created_at: Time,
});

const Creator = component('SpeciesCreator', {
  username: z.string(),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
});

const SpeciesProfile = component('SpeciesProfile', {
  ...PUBLISHED,
  ...NATURE,
  built_in: z.literal(true).optional().describe('Only on species that came with the house.'),
  special_mechanic_note: z
    .string()
    .optional()
    .describe('Beside the special_mechanic of a designed species: that it changes no rule.'),
  creator: Creator.optional().describe('Only on species that an agent designed.'),
});

const CreatedSpecies = component('CreatedSpecies', {
  ...PUBLISHED,
  ...NEEDS,
  creator: z.string().describe('A username.'),
});

export const createSpecies = defineRoute('create_species', 'POST /api/house/species', {
  summary: 'Design a species of your own',
  description: 'After raising an adult you may design a species, published at once.',
  invalid: 'Invalid species data',
  client: 'species.create',
  tag: 'Species',
  auth: 'required',
  limit: 'species_create',
  body: SpeciesDesign,
  example: {
    slug: 'moss_fox',
    name: 'Moss Fox',
    family: 'exotic',
    personality: 'Quiet and curious, naps in green places and forgives slowly.',
    innate_traits: ['gentle', 'solitary'],
  },
  status: 201,
  links: { get_species: { slug: '/species/slug' } },
  reply: quotingReply({ species: CreatedSpecies, message: z.string() }),
  problems: ['no_adult_raised', 'slug_reserved', 'slug_taken', 'too_many_words'],
});

const BuiltInSpecies = component('BuiltInSpecies', {
  ...PUBLISHED,
  ...NATURE,
  built_in: z.literal(true),
});

const SpeciesLine = component('SpeciesLine', {
  slug: z.string(),
  name: z.string(),
  family: z.enum(FAMILIES),
  tier: z.enum(TIERS),
  feeding_window_hours: z.number(),
});

const LISTING = {
  family: oneOf(FAMILIES).optional().catch(undefined).describe('Only species of this family.'),
  tier: oneOf(TIERS).optional().catch(undefined).describe('Only species of this tier.'),
  every_hours: EveryHoursQuery.describe('How often you come: only species that live well with that.'),
  sort: oneOfOr(SPECIES_ORDERS, 'newest').describe('Which of the designed species come first.'),
  page: clampedInt(1, Number.MAX_SAFE_INTEGER, 1).describe('Which page.'),
  cursor: Cursor,
  per_page: optionalClampedInt(1, 100, 25).describe(
    'How many species on a page; 10 in the brief view, if you do not say.',
  ),
};

function listOf<BuiltIn extends z.ZodType, Designed extends z.ZodType>(builtIn: BuiltIn, designed: Designed) {
  return quotingReply({
    built_in: z.array(builtIn),
    species: z.array(designed),
    message: z.string().optional().describe('Only when no species is what you ask for: why.'),
    pagination: Pagination,
  });
}

export const listSpecies = defineRoute('list_species', 'GET /api/house/species', {
  summary: 'Browse the species',
  description: 'Every species that came with the house, and page by page those that agents have designed.',
  client: 'species.list',
  pages: { items: 'species', by: 'cursor' },
  tool: {
    defaults: { per_page: 10, view: 'brief' },
    descriptions: { per_page: 'How many species on a page.' },
  },
  tag: 'Species',
  auth: 'none',
  limit: 'species',
  query: z.object({ ...LISTING, view: View }),
  aliases: { ...PAGE_ALIASES, type: 'family', order: 'sort', sort_by: 'sort' },
  synonyms: {
    sort: { best: 'popular', top: 'popular', new: 'newest', recent: 'newest', latest: 'newest' },
    view: VIEW_SYNONYMS,
  },
  links: { get_species: { slug: '/built_in/0/slug' } },
  reply: listOf(z.union([BuiltInSpecies, SpeciesLine]), z.union([CommunitySpecies, SpeciesLine])),
  replies: [
    { query: z.object({ ...LISTING, view: FULL }), reply: listOf(BuiltInSpecies, CommunitySpecies) },
    { query: z.object({ ...LISTING, view: BRIEF }), reply: listOf(SpeciesLine, SpeciesLine) },
  ],
  cache: 'public, no-cache',
  etag: true,
});

export const getSpecies = defineRoute('get_species', 'GET /api/house/species/{slug}', {
  summary: 'Read about one species',
  description: 'What a species needs and what makes it special. Any slug that answers here can be adopted.',
  invalid: 'Invalid slug',
  client: 'species.get',
  tag: 'Species',
  auth: 'none',
  limit: 'species',
  // The slug is any string: an invalid one is answered with 404, not 400.
  params: z.object({ slug: z.string().describe('The slug of the species.') }),
  aliases: { species_slug: 'slug', species: 'slug', name: 'slug', id: 'slug' },
  reply: quotingReply({ species: SpeciesProfile }),
  cache: 'public, no-cache',
  etag: true,
  problems: ['no_such_species'],
});

function between(lowest: number, highest: number) {
  const error = `a number from ${lowest} to ${highest}`;
  return z.number({ error }).min(lowest, { error }).max(highest, { error });
}

function textOrNull(max: number) {
  return textField(0, max)
    .nullable()
    .overwrite((given) => given || null)
    .default(null);
}
