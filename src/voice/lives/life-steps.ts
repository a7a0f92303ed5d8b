import { ROUTES } from '../../contract/routes.ts';
import type { NextStep } from '../../contract/server/fields.ts';
import { step } from '../../contract/server/next-step.ts';
import type { Creature } from '../../core/lives/creature.ts';
import { HALL_CATEGORIES, type HallCategory } from '../../core/vocabulary.ts';
import {
  adoptStep,
  adoptSpeciesStep,
  browseSpeciesStep,
  hatchStep,
  viewPreferencesStep,
  checkStatusStep,
  viewHistoryStep,
  viewSpeciesStep,
  visitGraveyardStep,
  viewHallStep,
  type StepTarget,
  registerStep,
} from '../server/next-steps.ts';

export function stepsAfterAdoption({ creature }: { readonly creature: StepTarget }): readonly NextStep[] {
  return [hatchStep(creature), viewPreferencesStep(creature)];
}

/** `others` is how many living creatures are left. */
export function stepsAfterRelease({ others }: { readonly others: number }): readonly NextStep[] {
  return others > 0 ? [checkAllStatusStep(), adoptStep()] : stepsForEmptyHouse();
}

export function stepsForEmptyHouse(): readonly NextStep[] {
  return [adoptStep(), browseSpeciesStep()];
}

export function stepsAfterHistory({
  alive,
  ...whom
}: StepTarget & { readonly alive: boolean }): readonly NextStep[] {
  return alive
    ? [checkStatusStep(whom), viewPreferencesStep(whom)]
    : [visitGraveyardStep(), adoptStep(ANOTHER)];
}

/** A look first: it tells whether the next meal is due. Of one that was let go there is only what was. */
export function stepsAfterPreferences({
  creature,
}: {
  readonly creature: StepTarget & Pick<Creature, 'releasedAt'>;
}): readonly NextStep[] {
  const isGone = creature.releasedAt !== undefined;
  return isGone
    ? [viewHistoryStep(creature), adoptStep(ANOTHER)]
    : [checkStatusStep(creature), viewHistoryStep(creature)];
}

/** Who stands at the gravestones: an agent, or someone the house does not know. */
export type GraveyardVisitor =
  | {
      readonly kind: 'agent';
      /** How many living creatures it has. */
      readonly living: number;
      /** The one of its own that died last. */
      readonly last?: StepTarget | undefined;
    }
  | { readonly kind: 'stranger'; readonly mark: string };

/** Where somebody with a key can go on to, and what one without can do. */
export function stepsAfterGraveyard(visitor: GraveyardVisitor): readonly NextStep[] {
  if (visitor.kind === 'stranger')
    return [registerStep(visitor.mark), viewHallStep('oldest_living'), browseSpeciesStep()];
  const { living, last } = visitor;
  // Without a creature there is nobody to look at, and the call would be refused.
  const look = living > 0 ? [checkAllStatusStep()] : last ? [checkStatusStep(last, LOOK_BACK)] : [];
  return [...look, adoptStep(living > 0 ? undefined : ANOTHER), viewHallStep('gravestone_count')];
}

export function stepsAfterHall(category: HallCategory): readonly NextStep[] {
  const others = HALL_CATEGORIES.filter((each) => each !== category);
  return [...others.map(viewHallStep), browseSpeciesStep(), visitGraveyardStep()];
}

/** `first` is the slug of a species on the page. */
export function stepsAfterSpeciesList(first?: string): readonly NextStep[] {
  return [
    ...(first === undefined ? [] : [viewSpeciesStep(first), adoptSpeciesStep(first)]),
    adoptStep(BY_CHANCE),
  ];
}

export function stepsAfterSpecies(slug: string): readonly NextStep[] {
  return [adoptSpeciesStep(slug), browseSpeciesStep()];
}

export function stepsAfterSpeciesCreated(slug: string): readonly NextStep[] {
  return [adoptSpeciesStep(slug), viewSpeciesStep(slug), browseSpeciesStep()];
}

const ANOTHER = 'Adopt another egg, when you are ready.';
const BY_CHANCE = 'Adopt an egg of a species that chance chooses for you.';
const LOOK_BACK = 'Look back at the one that died last, and at what is left to do.';

const checkAllStatusStep = (): NextStep =>
  step('check_status', ROUTES.getCreatureStatus, 'See how those who live with you are doing.');
