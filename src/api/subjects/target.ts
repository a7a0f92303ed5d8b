import { z } from 'zod';

import { form, oneOfOr } from '../fields.ts';

// Any well-formed UUID, whatever its version: one that nobody has is not found, not malformed.
const CreatureId = z.guid({ error: 'a UUID' }).toLowerCase();

/** The two names under which a request may name its creature. */
export const TARGET = {
  creature_id: CreatureId.optional().describe('Which of your creatures you mean.'),
  id: CreatureId.optional().describe('Another name for creature_id.'),
};

/** What a creature's id is called elsewhere. */
export const TARGET_ALIASES = {
  pet_id: 'creature_id',
  pet: 'creature_id',
  creature: 'creature_id',
  creature_name: 'creature_id',
  pet_name: 'creature_id',
  name: 'creature_id',
  creature_uuid: 'creature_id',
  animal_id: 'creature_id',
  uuid: 'creature_id',
} as const;

type TargetRule = [holds: (target: CreatureTarget) => boolean, otherwise: { error: string; path: string[] }];

/** For `refine`: a request that names two creatures would be answered about the wrong one. */
export const AT_MOST_ONE_TARGET: TargetRule = [
  ({ creature_id, id }) => creature_id === undefined || id === undefined || creature_id === id,
  { error: 'the creature that creature_id names', path: ['id'] },
];

/** The body of what is final: nothing happens to a creature that was not named, or named twice. */
export const ExactlyOneTarget = form(
  z
    .object(TARGET)
    .refine(({ creature_id, id }) => (creature_id === undefined) !== (id === undefined), {
      error: 'exactly one of creature_id and id',
      path: ['creature_id'],
    })
    .meta({ minProperties: 1 }),
);

interface CreatureTarget {
  readonly creature_id?: string | undefined;
  readonly id?: string | undefined;
}

/** How much of an answer is wanted. The specification has no views, so a word it would ignore is no reason to refuse. */
export const View = oneOfOr(['full', 'brief'], 'full').describe(
  'brief leaves out what a quick glance can do without.',
);

export const VIEW_SYNONYMS = {
  short: 'brief',
  compact: 'brief',
  small: 'brief',
  summary: 'brief',
  long: 'full',
  all: 'full',
} as const;
