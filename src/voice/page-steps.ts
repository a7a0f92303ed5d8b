import type { NextStep } from '../contract/common.ts';
import { step } from '../contract/next-step.ts';
import { ROUTES } from '../contract/routes.ts';
import type { Creature } from '../core/creature.ts';
import { HALL_CATEGORIES, type HallCategory } from '../core/vocabulary.ts';
import {
  adopt,
  adoptKind,
  browseSpecies,
  hatchIt,
  learnTastes,
  lookAt,
  readHistory,
  readSpecies,
  visitGraveyard,
  visitHall,
  type Whom,
} from './creature-steps.ts';
import { joinUs } from './next-steps.ts';

export function afterAdoption({ creature }: { readonly creature: Whom }): readonly NextStep[] {
  return [hatchIt(creature), learnTastes(creature)];
}

/** `others` is how many living creatures are left. */
export function afterRelease({ others }: { readonly others: number }): readonly NextStep[] {
  return others > 0 ? [lookRound(), adopt()] : emptyHouse();
}

export function emptyHouse(): readonly NextStep[] {
  return [adopt(), browseSpecies()];
}

export function forHistory({ alive, ...whom }: Whom & { readonly alive: boolean }): readonly NextStep[] {
  return alive ? [lookAt(whom), learnTastes(whom)] : [visitGraveyard(), adopt(ANOTHER)];
}

/** A look first: it tells whether the next meal is due. Of one that was let go there is only what was. */
export function forPreferences({
  creature,
}: {
  readonly creature: Whom & Pick<Creature, 'releasedAt'>;
}): readonly NextStep[] {
  const isGone = creature.releasedAt !== undefined;
  return isGone ? [readHistory(creature), adopt(ANOTHER)] : [lookAt(creature), readHistory(creature)];
}

/** Who stands at the gravestones: an agent, or someone the house does not know. */
export type Visitor =
  | {
      readonly kind: 'agent';
      /** How many living creatures it has. */
      readonly living: number;
      /** The one of its own that died last. */
      readonly last?: Whom | undefined;
    }
  | { readonly kind: 'stranger'; readonly mark: string };

/** Where somebody with a key can go on to, and what one without can do. */
export function forGraveyard(visitor: Visitor): readonly NextStep[] {
  if (visitor.kind === 'stranger') return [joinUs(visitor.mark), visitHall('oldest_living'), browseSpecies()];
  const { living, last } = visitor;
  // Without a creature there is nobody to look at, and the call would be refused.
  const look = living > 0 ? [lookRound()] : last ? [lookAt(last, LOOK_BACK)] : [];
  return [...look, adopt(living > 0 ? undefined : ANOTHER), visitHall('gravestone_count')];
}

export function forHall(category: HallCategory): readonly NextStep[] {
  const others = HALL_CATEGORIES.filter((each) => each !== category);
  return [...others.map(visitHall), browseSpecies(), visitGraveyard()];
}

/** `first` is the slug of a species on the page. */
export function forSpeciesList(first?: string): readonly NextStep[] {
  return [...(first === undefined ? [] : [readSpecies(first), adoptKind(first)]), adopt(BY_CHANCE)];
}

export function forSpecies(slug: string): readonly NextStep[] {
  return [adoptKind(slug), browseSpecies()];
}

export function afterSpeciesCreated(slug: string): readonly NextStep[] {
  return [adoptKind(slug), readSpecies(slug), browseSpecies()];
}

const ANOTHER = 'Adopt another egg, when you are ready.';
const BY_CHANCE = 'Adopt an egg of a species that chance chooses for you.';
const LOOK_BACK = 'Look back at the one that died last, and at what is left to do.';

const lookRound = (): NextStep =>
  step('check_status', ROUTES.getCreatureStatus, 'See how those who live with you are doing.');
