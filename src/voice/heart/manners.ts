import manners from '#content/voice/heart/manners.json' with { type: 'json' };

import type { MannerKind } from '../../core/heart/manners-table.ts';
import type { BodyOwner } from '../../core/species/bodies.ts';
import { nounsOf } from '../engine/nouns.ts';
import { fillTemplate, type Lines } from '../engine/pick-line.ts';

/** What there is to say of a manner. None of it says how a creature is just now, which may be hidden. */
interface MannerLine {
  /** What it is called: `a connoisseur`. */
  readonly name: string;
  /** What its keeper should know, for a prompt. */
  readonly trait: string;
  /** What it can be seen doing: a pair, like everything that may follow a first sentence of its behaviour. */
  readonly behavior: readonly [string, string];
}

/** Who a creature can become. */
export const MANNER_LINES = manners as Readonly<Record<MannerKind, MannerLine>>;

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
