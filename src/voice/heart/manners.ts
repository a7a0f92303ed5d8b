import type { MannerKind } from '../../core/heart/manners-table.ts';
import type { BodyOwner } from '../../core/species/bodies.ts';
import { nounsOf } from '../engine/nouns.ts';
import { fillTemplate, type Lines } from '../engine/pick-line.ts';
import type { MannerLine } from './manner-line.ts';
import { MIDDLE_MANNERS } from './manners-middle.ts';
import { NARROW_MANNERS } from './manners-narrow.ts';
import { WIDE_MANNERS } from './manners-wide.ts';

/** Who a creature can become. */
export const MANNER_LINES: Readonly<Record<MannerKind, MannerLine>> = {
  ...NARROW_MANNERS,
  ...MIDDLE_MANNERS,
  ...WIDE_MANNERS,
};

/** What a manner is called: `a connoisseur`. */
export function mannerName(kind: MannerKind): string {
  return MANNER_LINES[kind].name;
}

/** What its keeper should know of it, as a sentence for its soul prompt. */
export function mannerTrait(kind: MannerKind, bearer: MannerBearer): string {
  return fillTemplate(MANNER_LINES[kind].trait, nounsOf(bearer, bearer.name));
}

/** Whose manner it is. */
interface MannerBearer extends BodyOwner {
  readonly name: string;
}

/** What it can be seen doing because of it, with the gaps that lines of behaviour have: a pair, so that their number stays odd. */
export function mannerAsides(kind: MannerKind): Lines {
  return MANNER_LINES[kind].behavior;
}
