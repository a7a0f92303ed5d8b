import { HOUR, type Instant } from './base/clock.ts';
import { heartAt } from './heart/feel.ts';
import type { KeepsakeKind, WornAt } from './heart/keepsakes-table.ts';
import { wornOf } from './heart/keepsakes.ts';
import type { MannerKind } from './heart/manner.ts';
import { hasHatched, isAlive, type Creature } from './lives/creature.ts';
import type { Species } from './species/species.ts';
import type { Appearance, Stage } from './vocabulary.ts';

export interface Attire {
  readonly worn: Readonly<Partial<Record<WornAt, KeepsakeKind>>>;
  readonly manner: MannerKind | undefined;
  readonly joy: true | undefined;
}

const NOTHING_ON: Attire = { worn: {}, manner: undefined, joy: undefined };

/** How long a granted wish shows in pictures. */
const JOY = HOUR;

export function attireOf(creature: Creature, species: Species, now: Instant): Attire {
  if (!hasHatched(creature)) return NOTHING_ON;
  const { keepsakes, manner, grantedAt } = heartAt(creature, species, now).heart;
  const isGlad = grantedAt !== undefined && now - grantedAt < JOY && isAlive(creature);
  return { worn: wornOf(keepsakes), manner, joy: isGlad ? true : undefined };
}

export function lookWord(
  stage: Stage,
  appearance?: Appearance,
  { worn, manner, joy }: Attire = NOTHING_ON,
): string {
  const parts = [stage, appearance, worn.head, worn.neck, worn.side, manner, joy && 'joy'];
  return parts.filter((part) => part !== undefined).join('-');
}
