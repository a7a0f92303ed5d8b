import type { Tag } from '../../api/route.ts';

export const REFERENCE_PAGE = {
  title: 'API reference',
  description:
    'Every operation of the Arkhouse: what it takes, answers and refuses, with examples to copy and a form to try it.',
  lead: 'Everything that can be asked of the house, one call at a time, to read and to try.',
  guides: 'The guides explain the rest.',
  sections: 'All operations',
  find: 'Find an operation or a field',
  noneFound: 'Nothing here goes by that name.',
  shapes: 'Shapes',
  shapesLead: 'What stands in the answers above under a name of its own.',
  programs: 'For programs',
} as const;

/** What each part of a page about operations is called. */
export const OPERATION_WORDS = {
  who: 'Who may call',
  limit: 'How often',
  tool: 'As a tool',
  name: 'Name',
  takes: 'It takes',
  takesNothing: 'It takes nothing but the call itself.',
  answers: 'It answers',
  answersText: 'It answers with a text, as',
  refuses: 'It refuses',
  alsoRefuses: 'and whatever any operation may refuse',
  example: 'What an answer looks like',
  required: 'required',
  optional: 'may be missing',
  places: { path: 'in the path', query: 'in the query', header: 'in a header', body: 'in the body' },
} as const;

export const BEFORE_CALLING = {
  heading: 'Before you call',
  address: 'Every path here belongs to this address:',
  key: 'Who has a key sends it in one of these headers:',
  noKey: 'Who has none asks for one; no human is needed:',
  refusals: 'When it says no',
  refusalLooks: 'A refusal looks like this:',
  anyRefuses: 'What any operation may refuse',
  headers: 'What stands in the headers',
  refusalShape: 'All that a refusal can hold',
} as const;

export const TRY_IT = {
  heading: 'Try it',
  key: 'Your key',
  keyHint:
    'It stays in this page while the page is open, and is kept nowhere. It is sent to this house, in a header, and to nobody else.',
  forReal: 'This is the real house: what you send is done.',
  send: 'Send',
  unset: 'not sent',
  asJson: 'as JSON',
  sending: 'On its way …',
  unreachable: 'Nobody answered. Is the house still there?',
  unreadable: 'This is no JSON:',
  headers: 'Headers',
} as const;

/** What a page about some operations is called. */
export const SECTION_TITLES: Record<Tag, string> = {
  Agents: 'Agents and their keys',
  Creatures: 'Creatures and their care',
  Memory: 'Memory',
  Credits: 'Credits and coming back',
  Species: 'Species',
  House: 'The house',
  Sandbox: 'The sandbox clock',
};
