import { z } from 'zod';

import { ACTIONS, HISTORY_FORMATS, LETTER_OCCASIONS } from '../../rules/vocabulary.ts';
import {
  aliasesFor,
  AT_MOST_ONE_TARGET,
  clampedInt,
  component,
  Count,
  oneOfOr,
  quotingReply,
  StepsView,
  TARGET,
  TARGET_ALIASES,
  Time,
  VIEW_SYNONYMS,
} from '../fields.ts';
import { defineRoute } from '../route.ts';
import { IDENTITY, RecommendedCheckin } from './creature.ts';

// A string, not an enum: new kinds of keepsakes must not break clients.
const Kind = z.string();

const NOT_BRIEF = 'Not in the brief view.';

export const Keepsake = component('Keepsake', {
  kind: Kind,
  name: z.string(),
  text: z.string().optional().describe(`Its story in one sentence. ${NOT_BRIEF}`),
  kept_at: Time.optional().describe(NOT_BRIEF),
});

export const ShelfKeepsake = component('ShelfKeepsake', {
  kind: Kind,
  name: z.string(),
  text: z.string(),
  from: z.string().describe('What it came from.'),
  kept_at: Time,
  rarity: z
    .object({ creatures: Count, of: Count })
    .describe('How many creatures of this house have one, of all that ever hatched.'),
});

/** The keepsakes of all creatures of one keeper, each kind listed once. */
export const KeeperShelf = component('KeeperShelf', {
  kinds: Count,
  newest: z.array(z.object({ kind: Kind, name: z.string(), kept_at: Time })).describe('At most five.'),
});

const WishGrant = component('WishGrant', {
  action: z.enum(ACTIONS),
  item: z.string().optional(),
  notes: z.enum(['some', 'long', 'none']).optional().describe('Long is 120 characters and more.'),
});

export const Wish = component('Wish', {
  text: z.string(),
  hint: z
    .string()
    .optional()
    .describe('What grants it. A brief view leaves it out where a next step says it.'),
  grant: WishGrant.optional().describe('The care that would grant it now. Not in the brief view.'),
  until: Time.describe('How long it wishes for it; nothing is lost if it passes.'),
});

export const Ambition = component('Ambition', {
  text: z.string(),
  progress: z.string().describe('Steps done, of all: "4 of 7".'),
  expected: Time.optional().describe('When it will be done at this pace; absent once it is.'),
  hint: z.string().optional().describe('What counts as a step; absent once it is done.'),
});

export const Moment = component('Moment', {
  name: z.string().describe('"the full moon"'),
  text: z.string(),
});

export const GrantedWish = component('GrantedWish', {
  text: z.string().describe('What it had wished for.'),
  keepsake: Keepsake.optional().describe('What it keeps of it; absent when it has one already.'),
});

export const READING = {
  ...TARGET,
  format: oneOfOr(HISTORY_FORMATS, 'json').describe('json, or markdown for a page to read.'),
};

export const READING_ROUTE = {
  aliases: {
    ...TARGET_ALIASES,
    ...aliasesFor({ limit: ['per_page', 'count', 'size'], offset: ['skip'] }),
  },
  synonyms: { format: { md: 'markdown', text: 'markdown' }, view: VIEW_SYNONYMS },
  alsoAs: ['text/markdown'],
  problems: ['no_creature'],
} as const;

/** In replies that read about one creature and go on with the household. */
export const CheckinAfterReading = RecommendedCheckin.optional().describe(
  'When to come back, of all your creatures. In the brief view, once `check_back` is next.',
);

export const READ_CREATURE = { ...IDENTITY, alive: z.boolean() };

export const FARTHEST_OFFSET = 10_000;

export const CreatureLetter = component('CreatureLetter', {
  number: z.int().describe('1 is its first.'),
  occasion: z.enum(LETTER_OCCASIONS).describe('week for one that nothing but time brought.'),
  written_at: Time,
  subject: z.string(),
  text: z.string(),
  by: z.array(z.string()).optional().describe('Sitters who came since the letter before.'),
});

export const MOST_LETTERS = 20;

export const NEW_TO_READ = {
  new_letters: Count.optional().describe('Unread, of all your living creatures.'),
  new_keepsakes: Count.optional().describe('Likewise; get_care_history has them.'),
};

export const listLetters = defineRoute('list_letters', 'GET /api/house/letters', {
  summary: 'Read the letters of a creature',
  description:
    'What it wrote, newest first: at each new stage (the first at 24 hours), weekly, at death and at return. Without a creature_id: as for history.',
  failure: 'Something went wrong finding the letters',
  client: 'letters.list',
  pages: { items: 'letters', by: 'offset' },
  tool: { defaults: { limit: 1 }, unlisted: ['view'] },
  tag: 'Memory',
  auth: 'required',
  limit: 'letters',
  query: z
    .object({
      ...READING,
      limit: clampedInt(1, MOST_LETTERS, 5).describe('How many letters you want.'),
      offset: clampedInt(0, FARTHEST_OFFSET, 0).describe('How many of the newest to skip.'),
      view: StepsView,
    })
    .refine(...AT_MOST_ONE_TARGET),
  ...READING_ROUTE,
  reply: quotingReply({
    creature: z.object(READ_CREATURE),
    letters: z.array(CreatureLetter),
    total: Count.describe('How many it has written in all.'),
    recommended_checkin: CheckinAfterReading,
    server_time: Time,
  }),
});
