import { clock } from './clock.ts';
import { evolution } from './evolution.ts';
import { feeding } from './feeding.ts';
import { gettingStarted } from './getting-started.ts';
import type { Guide } from './guide.ts';
import { payments } from './payments.ts';
import { rules } from './rules.ts';
import { selfHosting } from './self-hosting.ts';

/** Every guide, in the order one would read them. */
export const GUIDES: readonly Guide[] = [
  gettingStarted,
  clock,
  feeding,
  evolution,
  rules,
  payments,
  selfHosting,
];

export function guideOf(name: string): Guide | undefined {
  return GUIDES.find((guide) => guide.name === name);
}

export const GUIDES_PAGE = {
  title: 'Guides',
  description:
    'How to keep a creature in the Arkhouse: the clock, meals, growing up, credits, and a house of your own.',
  lead: 'Short, and true: every number on these pages is read from the rules the house lives by.',
  reference: 'The API reference',
  referenceWords:
    'Every call with all it takes and answers, to read and to try. Programs take /openapi.json.',
  more: 'More guides',
} as const;
