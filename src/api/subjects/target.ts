import { z } from 'zod';

import { aliasesFor, form, oneOfOr } from '../fields.ts';

// A creature id is a UUID of any version: an unknown one is answered with 404, not 400.
const CreatureId = z.guid({ error: 'a UUID' }).toLowerCase();

/** Fields that name the creature of a request: `creature_id` or its alias `id`. */
export const TARGET = {
  creature_id: CreatureId.optional().describe('Which of your creatures you mean.'),
  id: CreatureId.optional().describe('Another name for creature_id.'),
};

export const TARGET_ALIASES = aliasesFor({
  creature_id: [
    'pet_id',
    'pet',
    'creature',
    'creature_name',
    'pet_name',
    'name',
    'creature_uuid',
    'animal_id',
    'uuid',
  ],
});

/** Arguments of `refine`: two fields must not name different creatures. */
export const AT_MOST_ONE_TARGET: [
  holds: (target: { creature_id?: string | undefined; id?: string | undefined }) => boolean,
  otherwise: { error: string; path: string[] },
] = [
  ({ creature_id, id }) => creature_id === undefined || id === undefined || creature_id === id,
  { error: 'the creature that creature_id names', path: ['id'] },
];

const ExactlyOneTarget = form(
  z
    .object(TARGET)
    .refine(({ creature_id, id }) => (creature_id === undefined) !== (id === undefined), {
      error: 'exactly one of creature_id and id',
      path: ['creature_id'],
    })
    .meta({ minProperties: 1 }),
);

/** Fields that name the creature of an irreversible operation: no aliases. */
export const EXACT_TARGET = {
  body: ExactlyOneTarget,
  aliases: TARGET_ALIASES,
  exact: true,
  example: { creature_id: '0b9f6c1e-6c0e-4f0b-9a63-2f5d1c7a8e40' },
} as const;

/** The creature of a reply as the target of the next request. */
export const THE_CREATURE = { creature_id: '/creature/id' };

/** The `view` parameter. The specification does not have it, so an unknown value is ignored instead of refused. */
export const View = oneOfOr(['full', 'brief'], 'full').describe(
  'brief leaves out what a quick glance can do without.',
);

export const VIEW_SYNONYMS = aliasesFor({
  brief: ['short', 'compact', 'small', 'summary'],
  full: ['long', 'all'],
});
