import type { OperatorDeed, Writing } from '../core/vocabulary.ts';

// Everything the operator's room says.

export const DESK = {
  room: 'Operator’s room',
  house: 'The house',
  health: 'Health',
  words: 'Moderation',
  ledger: 'Credits',
  log: 'What was done',
  signOut: 'Sign out',
  testsLeftOut: 'Accounts made for testing are left out of these figures.',
} as const;

export const SIGN_IN = {
  title: 'The operator’s room',
  lead: 'This door opens with the admin key of the house, the one in ARKHOUSE_ADMIN_KEY. You stay signed in for twelve hours.',
  key: 'Admin key',
  button: 'Sign in',
  wrong: 'That is not the key. It is the value of ARKHOUSE_ADMIN_KEY, all of it.',
  signedOut: 'You are signed out, on every node.',
} as const;

/** What is said where no admin key is set. */
export const NO_ROOM = {
  title: 'There is no operator’s room here',
  lines: [
    'This house was opened without an admin key, so there is nothing behind this door.',
    'Whoever runs it can set ARKHOUSE_ADMIN_KEY to at least 32 characters that nobody can guess, and start it again.',
  ],
} as const;

export const NOT_FROM_HERE = {
  title: 'That did not come from this room',
  lines: ['Nothing was done. Open the page again and use the form that is on it.'],
} as const;

/** What a deed is called in the log. */
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

/** What the room says after a form was sent, by a word in the address. */
export const SAID = {
  done: 'Done, and written down.',
  already: 'It was so already. Nothing was changed.',
  missing: 'Nothing like that was found. Nothing was changed.',
  early: 'This payment is younger than an hour and is still being asked about. Nothing was changed.',
  reason: 'Please say why: up to 200 characters. Nothing was changed.',
} as const;
export type Said = keyof typeof SAID;

export const QUEUE_NAMES: Readonly<Record<string, string>> = {
  creatures_due: 'Creatures with something due and not yet brought about',
  purchases_open: 'Checkout links that are open',
  payments_unclear: 'Payments whose end nobody knows',
  pictures_waiting: 'Pictures to be drawn',
  pictures_given_up: 'Pictures nobody could draw',
};

export const JOB_NAMES: Readonly<Record<string, string>> = {
  settler: 'Brings about growth, deaths and missed meals',
  artist: 'Draws avatars and portraits',
  chores: 'Throws away what has expired',
  purchases: 'Looks up open purchases once a day',
  payments: 'Asks after payments that are unclear',
  facilitator: 'Looks for a facilitator that did not answer',
  curtain: 'Follows what was hidden on other nodes',
  ledger: 'Walks through all accounts and their ledgers',
};

/** What stands on forms. */
export const FORM = {
  why: 'Why? It is written down for ever.',
  agent: 'Username',
  lookUp: 'Look up',
} as const;
