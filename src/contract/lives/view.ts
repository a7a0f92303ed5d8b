import { oneOfOr } from '../server/fields.ts';

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
