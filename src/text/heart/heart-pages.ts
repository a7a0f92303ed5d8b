import heartPages from '#content/voice/heart/heart-pages.json' with { type: 'json' };

import { seedOf } from '../../../packages/base/hash.ts';
import type { KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import type { MannerKind } from '../../rules/heart/manner.ts';
import type { WishKind } from '../../rules/heart/wishes-table.ts';
import { capitalize } from '../nouns.ts';
import { asLines, fillTemplate, pickLine } from '../pick-line.ts';
import { pluralize } from '../times.ts';
import { keepsakeFrom, keepsakeName, rarityWords } from './keepsakes.ts';
import { mannerName, mannerReason } from './manners.ts';
import { WISH_NOUNS } from './wishes.ts';

export const {
  occasionWords: OCCASION_WORDS,
  cameTrue: CAME_TRUE,
  keepsakeGroupWords: KEEPSAKE_GROUP_WORDS,
  wish: WISH_WORDS,
  ambition: AMBITION_PAGE,
  shelf: SHELF_WORDS,
  letters: LETTERS_PAGE,
  keepsakes: KEEPSAKES_PAGE,
} = asLines(heartPages);

export type KeepsakeGroup = keyof typeof KEEPSAKE_GROUP_WORDS;

export function mannerSentence(manner: MannerKind, name: string): string {
  return `${name} grew up to be ${mannerName(manner)}, because ${mannerReason(manner)}.`;
}

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
  if (isGone) return `${count}. It wrote at the great moments of its life, and after every week of it.`;
  const soFar = total === 1 ? ' so far' : '';
  return `${count}${soFar}. It writes at the great moments of its life, and after every week of it.`;
}

export function letterNews(name: string, subject: string): string {
  return `${name} wrote: ${subject}`;
}

export const KEEPER_SHELF_WORDS = { heading: 'On their shelves' } as const;

export function keeperShelfLead(kinds: number, of: number): string {
  return `Those in its care have kept ${kinds} of the ${of} kinds of things that can be kept here. The newest:`;
}

export function keepsakesLead(kinds: number, found: number): string {
  const known = found === kinds ? 'all of them are' : `${found} of them ${found === 1 ? 'is' : 'are'}`;
  return `There are ${kinds} kinds of things that a creature can keep, and ${known} on somebody’s shelf. None of them makes anybody stronger. What nobody has yet is drawn in pencil.`;
}

export function ownersWords(creatures: number, of: number): string {
  return creatures === 0 ? 'Nobody yet' : capitalize(rarityWords(creatures, of));
}

export function cameTrueWords(
  { wish, keepsake }: { readonly wish: WishKind; readonly keepsake: KeepsakeKind },
  { id, name }: Readonly<Record<'id' | 'name', string>>,
): string {
  const line = pickLine(CAME_TRUE, { seed: seedOf(`${id} ${wish}`), field: 'story wish', count: 0 });
  return fillTemplate(line, { name, wish: toldToOthers(WISH_NOUNS[wish]), keepsake: keepsakeName(keepsake) });
}

export function originWords(kind: KeepsakeKind): string {
  return capitalize(toldToOthers(keepsakeFrom(kind)));
}

/** Rewrites a text that addresses the keeper as "you" for other readers. */
function toldToOthers(words: string): string {
  return words.replaceAll(/\byou\b/g, 'its keeper');
}
