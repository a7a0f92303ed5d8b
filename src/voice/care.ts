import type { Care, CareWish } from '../core/care.ts';
import { hiddenStats } from '../core/reveal.ts';
import type { Species } from '../core/species/species.ts';
import type { ItemAction, ItemCategory } from '../core/vocabulary.ts';
import { HARMED, KILLED, OPENINGS, UNREADABLE } from './care-lines.ts';
import { CATEGORY_TAILS, CAUTION, TIMING_TAILS } from './care-tails.ts';
import { ITEM_LINES } from './item-lines.ts';
import { NOUNS } from './nouns.ts';
import { filled, pickLine, type Lines, type Turn } from './pick.ts';

/** An act of care that was let happen. */
export interface Done {
  readonly care: Care;
  readonly wish: CareWish;
  readonly species: Species;
}

/** How the care went: what it did, what it thought of the item, and of the hour. */
export function careMessage(done: Done): string {
  const said = linesFor(done).map((lines, part) => pickLine(lines, turnOf(done, `care-${part}`)));
  return filled(said.join(' '), { ...NOUNS[done.species.family], name: done.care.creature.name });
}

/** What it thinks of an item; the item's own words are the caller's and stay out. */
export function itemMessage(
  category: ItemCategory,
  action: ItemAction,
  of: Pick<Turn, 'seed' | 'count'> & Pick<Species, 'family'> & { readonly name: string },
): string {
  const line = pickLine(ITEM_LINES[category][action], { ...of, field: 'item' });
  return filled(line, { ...NOUNS[of.family], name: of.name });
}

/** How many times it was cared for so, as far as anybody counts: what tells one act from the next. */
export function turnOf({ care, wish }: Done, field: string): Turn {
  const { seed, record } = care.creature;
  return { seed, field, count: wish.action === 'feed' ? record.feedings : record.careActions };
}

export function hidesSomething({ care }: Pick<Done, 'care'>): boolean {
  return hiddenStats(care.shown.after).length > 0;
}

function linesFor(done: Done): readonly Lines[] {
  const { care, wish } = done;
  const { action, item } = wish;
  if (care.killed) return [KILLED];
  const tails = item ? [CATEGORY_TAILS[item.category]] : [];
  if (hidesSomething(done)) return [UNREADABLE[action], ...tails];
  if (item?.category === 'harmful' && action !== 'reflect') return [HARMED[action], ...tails];
  const timing = care.timing ? [TIMING_TAILS[care.timing]] : [];
  const caution = action === 'discipline' && isFragile(care) ? [CAUTION] : [];
  return [OPENINGS[action][care.effectiveness], ...tails, ...timing, ...caution];
}

const FRAGILE_HEALTH = 40;
const FRAGILE_TRUST = 30;
const STRESSED_HAPPINESS = 30;

function isFragile({ shown }: Care): boolean {
  const { health = 100, trust = 100, happiness = 100 } = shown.before;
  return health < FRAGILE_HEALTH || trust < FRAGILE_TRUST || happiness < STRESSED_HAPPINESS;
}
