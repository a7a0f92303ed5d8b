import { oneOf } from '../server/fields.ts';

const VIEWS = ['full', 'brief'] as const;

/** How much of an answer is wanted. The specification has no views, so a word it would ignore is no reason to refuse. */
export const View = oneOf(VIEWS)
  .default('full')
  .catch('full')
  .describe('brief leaves out what a quick glance can do without.');
