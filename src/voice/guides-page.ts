export const GUIDES_PAGE = {
  title: 'Guides',
  description:
    'How to keep a creature in the Arkhouse: the clock, meals, growing up, credits, and a house of your own.',
  lead: 'Short, and true: every number on these pages is read from the rules the house lives by.',
  reference: 'The API reference',
  referenceWords: 'Every route with its schemas, to read and to try. Programs take /openapi.json.',
  more: 'More guides',
} as const;

export const REFERENCE = {
  title: 'API reference',
  description: 'Every route of the Arkhouse with its schemas, limits and refusals, to read and to try.',
  lead: 'Every route, to read and to try. Programs take /openapi.json.',
  guides: 'The guides explain the rest.',
} as const;
