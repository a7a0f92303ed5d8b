import heartPages from '#content/voice/heart/heart-pages.json' with { type: 'json' };
import { seedOf } from '../../rules/base/dice.ts';
import type { KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import type { MannerKind } from '../../rules/heart/manner.ts';
import type { WishKind } from '../../rules/heart/wishes-table.ts';
import type { Action, LetterOccasion } from '../../rules/vocabulary.ts';
import { pluralize } from '../times.ts';
import { capitalize } from '../nouns.ts';
import { fillTemplate, pickLine, type Lines } from '../pick-line.ts';
import { keepsakeFrom, keepsakeName, rarityWords } from './keepsakes.ts';
import { mannerName, mannerReason } from './manners.ts';
import { WISH_NOUNS } from './wishes.ts';

/** What the page of a creature says around its wish. */
export const WISH_WORDS = {
  label: 'Its wish, as its keeper hears it',
  until: 'It will go on wishing for this until',
  joy: 'A wish of its own came true',
  granted: 'as it had wished',
  glad: 'glad of a wish that came true',
} as const;

/** Who one that is grown up has become, and why. */
export function mannerSentence(manner: MannerKind, name: string): string {
  return `${name} grew up to be ${mannerName(manner)}, because ${mannerReason(manner)}.`;
}

/** The same around what it keeps. */
export const SHELF_WORDS = {
  heading: 'Its shelf',
  lead: 'What it has kept, the newest first. Choose a thing to hear where it comes from, as its keeper was told.',
  leadGone:
    'What it kept, the newest first. Choose a thing to hear where it came from, as its keeper was told.',
  none: 'Its shelf is empty. Things come to it with care, with the days, and with wishes that come true.',
  noneGone: 'Its shelf stayed empty.',
  all: 'Everything that can be kept in this house',
} as const;

/** Around what it has written. */
export const LETTERS_PAGE = {
  of: 'Letters of',
  heading: 'Its letters',
  lastHeading: 'Its last letter',
  none: 'It has not written yet. The first letter comes when it stops being a baby.',
  noneGone: 'It never wrote.',
  noneAsEgg: 'It is still an egg, and eggs do not write.',
  every: 'All its letters',
  back: 'Back to its page',
  left: 'It left a letter.',
  pages: 'Pages of letters',
} as const;

export function lettersTitle(name: string): string {
  return `${LETTERS_PAGE.of} ${name}`;
}

export function lettersDescription(name: string, total: number, isGone: boolean): string {
  if (total === 0)
    return isGone
      ? `${name} never wrote home.`
      : `What ${name} writes home about will be read here, once it writes.`;
  return `${pluralize(total, 'letter')} from ${name}, in its own words: what was done for it, and what it wished for.`;
}

export function lettersLead(total: number, isGone: boolean): string {
  const count = total === 1 ? 'One letter' : `${total} letters, the newest first`;
  if (isGone) return `${count}. It wrote once a week, and when something great happened to it.`;
  const soFar = total === 1 ? ' so far' : '';
  return `${count}${soFar}. It writes once a week, and when something great happens to it.`;
}

/** That there is a new letter, in a line. */
export function letterNews(name: string, subject: string): string {
  return `${name} wrote: ${subject}`;
}

export const {
  occasionWords: OCCASION_WORDS,
  cameTrue: CAME_TRUE,
  keepsakeGroupWords: KEEPSAKE_GROUP_WORDS,
} = heartPages as {
  /** When it wrote, beside the date. */
  readonly occasionWords: Readonly<Record<LetterOccasion, string>>;
  readonly cameTrue: Lines;
  readonly keepsakeGroupWords: Readonly<Record<KeepsakeGroup, string>>;
};

/** What the page of a keeper says of the shelves of its creatures. */
export const KEEPER_SHELF_WORDS = { heading: 'On their shelves' } as const;

export function keeperShelfLead(kinds: number, of: number): string {
  return `Those in its care have kept ${kinds} of the ${of} kinds of things that can be kept here. The newest:`;
}

/** What the page of all keepsakes says. */
export const KEEPSAKES_PAGE = {
  title: 'Keepsakes',
  description:
    'Everything a creature of the Arkhouse can keep: what is left of wishes, first times, hard days and birthdays, and how many creatures have each.',
  link: 'What creatures keep',
} as const;

export function keepsakesLead(kinds: number, found: number): string {
  const known = found === kinds ? 'all of them are' : `${found} of them ${found === 1 ? 'is' : 'are'}`;
  return `There are ${kinds} kinds of things that a creature can keep, and ${known} on somebody’s shelf. None of them makes anybody stronger. What nobody has yet is drawn in pencil.`;
}

/** How many have one, where things nobody has are plain to see. */
export function ownersWords(creatures: number, of: number): string {
  return creatures === 0 ? 'Nobody yet' : capitalize(rarityWords(creatures, of));
}

interface CameTrueFacts {
  readonly wish: WishKind;
  readonly keepsake: KeepsakeKind;
}

/** A wish that came true, as a sentence of its story. */
export function cameTrueWords(
  { wish, keepsake }: CameTrueFacts,
  { id, name }: Readonly<Record<'id' | 'name', string>>,
): string {
  const line = pickLine(CAME_TRUE, { seed: seedOf(`${id} ${wish}`), field: 'story wish', count: 0 });
  return fillTemplate(line, { name, wish: toldToOthers(WISH_NOUNS[wish]), keepsake: keepsakeName(keepsake) });
}

/** What a thing comes from, in a few words for anybody. */
export function originWords(kind: KeepsakeKind): string {
  return capitalize(toldToOthers(keepsakeFrom(kind)));
}

/** Wishes are told to whoever can grant them; others hear of its keeper. */
function toldToOthers(words: string): string {
  return words.replaceAll(/\byou\b/g, 'its keeper');
}

/** What things are put together by on the page of all keepsakes. */
export type KeepsakeGroup = Action | 'first' | 'stage' | 'streak' | 'survived' | 'days' | 'count';
