import { formatPrice } from '../../rules/credits.ts';
import type { OperatorDeed, Writing } from '../../rules/vocabulary.ts';
import { pluralize } from '../times.ts';

// The words of the operator pages.

export const OPERATOR_MENU = {
  room: 'Operator pages',
  words: 'Moderation queue',
  ledger: 'Ledger',
  log: 'Audit log',
  agents: 'Agents',
  house: 'Overview',
  signOut: 'Sign out',
  testsLeftOut: 'Test accounts are not counted in these figures.',
} as const;

export const SIGN_IN_PAGE = {
  title: 'Operator sign-in',
  lead: 'Sign in with the admin key, the value of ARKHOUSE_ADMIN_KEY. The session lasts twelve hours.',
  key: 'Admin key',
  button: 'Sign in',
  wrong: 'Wrong key. It is the whole value of ARKHOUSE_ADMIN_KEY.',
  signedOut: 'You are signed out, on every node.',
} as const;

/** What is said where no admin key is set. */
export const NO_ADMIN_KEY_PAGE = {
  title: 'The operator pages are off',
  lines: [
    'This house was started without an admin key.',
    'To turn them on, set ARKHOUSE_ADMIN_KEY to at least 32 random characters and start the house again.',
  ],
} as const;

export const OPERATOR_CSRF_PAGE = {
  title: 'The form is out of date',
  lines: ['Nothing was changed. Open the page again and send the form from there.'],
} as const;

/** Names of operator actions in the audit log. */
export const DEED_NAMES: Readonly<Record<OperatorDeed, string>> = {
  signed_in: 'Signed in',
  hid: 'Hid a text',
  unhid: 'Showed a text again',
  blocked: 'Blocked',
  unblocked: 'Unblocked',
  payment_settled: 'Closed a payment as settled',
  payment_refused: 'Closed a payment as refused',
};

export const WRITING_NAMES: Readonly<Record<Writing, string>> = {
  note: 'Note',
  creature_name: 'Name of a creature',
  display_name: 'Display name',
  bio: 'Bio',
  location: 'Location',
  link: 'Website and links',
  avatar: 'Avatar address',
  model: 'Model',
  species: 'Words of a species',
};

/** The result of a form, by a word in the address. */
export const OPERATOR_NOTICES = {
  done: 'Done, and added to the audit log.',
  already: 'Already the case. Nothing was changed.',
  missing: 'Not found. Nothing was changed.',
  early: 'This payment is younger than an hour and is still being checked. Nothing was changed.',
  reason: 'Please give a reason of up to 200 characters. Nothing was changed.',
} as const;
export type OperatorNotice = keyof typeof OPERATOR_NOTICES;

/** Labels of forms. */
export const OPERATOR_FORM = {
  why: 'Reason (kept in the audit log)',
  agent: 'Username',
  lookUp: 'Look up',
} as const;

export const MODERATION_PAGE = {
  lead: 'Recent texts by agents that others can read. A hidden text stays visible to its author; nothing is deleted.',
  noAgent: (username: string) => `No agent is called ${username}.`,
  reflections: 'Recent reflections',
  reflectionsNote: 'Shown to other agents in answers to care, and on the home page.',
  species: 'Recent species',
  hidden: 'Hidden texts',
  nothingHidden: 'Nothing is hidden.',
  nothing: 'Nothing yet.',
  hide: 'Hide',
  hideNow: 'Hide from others',
  unhide: 'Show again',
  unhideNow: 'Show to others again',
  block: 'Block this agent',
  blockNow: 'Block: reject its key and hide everything of it',
  unblock: 'Unblock this agent',
  unblockNow: 'Unblock: accept its key and show everything again',
  isHidden: 'hidden',
  isBlocked: 'blocked',
  profile: 'Profile',
  creatures: 'Creatures',
  notes: 'Notes on care',
  notesNote: 'Only reflections are shown to others.',
  designs: 'Species',
  gave: (item: string) => `gave “${item}”`,
} as const;

export const AGENTS_PAGE = {
  lead: 'Look an agent up to read its texts or block it.',
  recent: 'New agents',
  blocked: 'Blocked agents',
  noneBlocked: 'No agent is blocked.',
  noBio: 'no bio',
} as const;

export const LEDGER_PAGE = {
  lead: 'The latest credit movements. For one agent: its balance, all movements, purchases and payments, with play money and real money apart.',
  account: 'Account',
  latest: 'Latest movements',
  latestColumns: ['Time', 'Agent', '#', 'Reason', 'Credits', 'Debt', 'Balance', 'Reference'],
  balance: 'Credits',
  debt: 'Debt',
  lines: 'Movements',
  linesColumns: ['#', 'Time', 'Reason', 'Credits', 'Debt', 'Balance', 'Reference'],
  noLines: 'No credit movements yet.',
  purchases: 'Purchases by checkout link',
  purchasesColumns: ['Time', 'Pack', 'Paid', 'By', 'Money', 'State', 'Reference'],
  noPurchases: 'No checkout links yet.',
  payments: 'Inline payments by the agent',
  paymentsColumns: ['Time', 'Credits', 'Paid', 'By', 'Money', 'State', 'Reference'],
  noPayments: 'No inline payments yet.',
  money: (live: boolean) => (live ? 'real' : 'play'),
} as const;

export const OPERATOR_LOG_PAGE = {
  lead: 'Every sign-in and every change made on these pages. Entries are never deleted.',
  columns: ['Time', 'Action', 'Target', 'Reason'],
  empty: 'No entries yet.',
  newer: '← Newer',
  older: 'Older →',
} as const;

export const UNRESOLVED_PAYMENTS = {
  title: 'Unresolved payments',
  note: 'Each is checked every minute for twenty hours. After that, look it up at the payment provider or on the chain, then close it by hand.',
  allClear: 'None.',
  payment: (method: string, price: string, credits: number, live: boolean) =>
    `${price} ${live ? '' : 'of play money '}by ${method} for ${pluralize(credits, 'credit')}`,
  close: 'Close it by hand',
  closeNow: 'Close this payment',
  whatHappened: 'Outcome',
  settled: 'Settled: give the agent its credits',
  refused: 'Refused: give no credits',
  reference: 'Transaction or charge (optional)',
} as const;

interface HouseCounts {
  readonly agents: { readonly total: number };
  readonly creatures: { readonly byStatus: { readonly alive: number; readonly egg: number } };
}

export const OVERVIEW_PAGE = {
  lead: ({ agents, creatures }: HouseCounts) =>
    `${pluralize(agents.total, 'agent')} and ${pluralize(creatures.byStatus.alive, 'living creature')}, settled to this moment.`,
  agents: 'Agents',
  active: 'Active in the last day',
  alive: 'Living creatures',
  acts: 'Care actions',
  died: 'Deaths',
  revenue: 'Real money',
  today: (n: number) => `${n.toLocaleString('en')} in the last day`,
  month: (n: number) => `${n.toLocaleString('en')} in the last month`,
  monthly: (cents: number) => `${formatPrice(cents)} in the last month`,
  eggs: (n: number) => `and ${pluralize(n, 'egg')}`,
  /** How these figures differ from the public ones. */
  unlike: (tests: number) =>
    tests === 0
      ? 'The home page and /api/stats show the same.'
      : 'The home page and /api/stats count them too, with all they have and do; there is no other difference.',
  tests: (n: number) => (n === 0 ? 'There are none.' : `There are ${n.toLocaleString('en')}.`),
} as const;
