import { type NextStep, step } from '../../api/fields.ts';
import { ROUTES } from '../../api/routes.ts';
import { PACKS, smallestPackFor } from '../../rules/credits.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import { longestGapFor } from '../../rules/lives/rhythm.ts';
import { HALL_CATEGORIES, type HallCategory } from '../../rules/vocabulary.ts';
import {
  adoptAnotherStep,
  adoptPatientStep,
  adoptSpeciesStep,
  adoptStep,
  browsePatientStep,
  browseSpeciesStep,
  buyPackStep,
  checkAllStatusStep,
  checkCreditsStep,
  checkStatusStep,
  lookAroundStep,
  payStep,
  registerStep,
  resurrectPaidStep,
  resurrectStep,
  type StepTarget,
  viewHallStep,
  viewSpeciesStep,
  visitGraveyardStep,
} from './next-steps.ts';

/** The reader of the graveyard: an agent with its key, or an anonymous one. */
export type GraveyardVisitor =
  | {
      readonly kind: 'agent';
      /** Number of the agent's living creatures. */
      readonly living: number;
      /** The agent's creature that died last. */
      readonly last?: StepTarget | undefined;
      /** A dead creature that can be resurrected. */
      readonly waiting?: WayBack | undefined;
    }
  | { readonly kind: 'stranger'; readonly suffix: string };

export function stepsAfterGraveyard(visitor: GraveyardVisitor): readonly NextStep[] {
  if (visitor.kind === 'stranger')
    return [registerStep(visitor.suffix), viewHallStep('oldest_living'), browseSpeciesStep()];
  const { living, last, waiting } = visitor;
  const back = waiting ? wayBackSteps(waiting) : [];
  if (living > 0) return [...back, checkAllStatusStep(), adoptStep(), viewHallStep('gravestone_count')];
  const look = last
    ? checkStatusStep(last, 'Look back at the one that died last, and at what is left to do.')
    : checkAllStatusStep();
  return [...back, adoptAnotherStep(), look, viewHallStep('gravestone_count')];
}

export function stepsAfterHall(category: HallCategory): readonly NextStep[] {
  const others = HALL_CATEGORIES.filter((each) => each !== category);
  return [...others.map(viewHallStep), browseSpeciesStep(), visitGraveyardStep()];
}

const viewStatsStep = (why: string): NextStep => step('view_stats', ROUTES.getHouseStats, why);

export function stepsAfterStats(reader: Reader): NextStep[] {
  return [viewHallStep('oldest_living'), visitGraveyardStep(), browseSpeciesStep(), firstStep(reader)];
}

export function stepsAfterHealth(): NextStep[] {
  return [lookAroundStep(), viewStatsStep('See how many live here, and what went on today.')];
}

export function stepsAfterAnalytics(): NextStep[] {
  return [
    viewStatsStep('See the figures everybody can see; these count test accounts too.'),
    viewHallStep('most_consistent'),
    step('refresh', ROUTES.getAnalytics, 'Read these numbers again later, with the same key.'),
  ];
}

export const SPECIES_PUBLISHED =
  'Your species is published. Anyone can adopt it by its slug from now on, and you could be the first.';

/**
 * Next steps after the list of species; `first`: a species on the page; `everyHours`: the reader's interval
 * between visits, if given.
 */
export function stepsAfterSpeciesList({
  first,
  everyHours,
}: {
  readonly first?: Pick<Species, 'slug'> | undefined;
  readonly everyHours?: number | undefined;
}): readonly NextStep[] {
  if (!first && everyHours !== undefined) return [browsePatientStep(PATIENCE, NOBODY_SO_PATIENT)];
  return [
    ...(first ? [viewSpeciesStep(first.slug), adoptSpeciesStep(first.slug)] : []),
    everyHours === undefined
      ? adoptStep('Adopt an egg of a species that chance chooses for you.')
      : adoptPatientStep(everyHours),
  ];
}

/** The longest interval between visits that any species lives well with, in hours. */
const PATIENCE = Math.max(...CATALOG.map(longestGapFor));

const NOBODY_SO_PATIENT = `Nobody here lives well with so few visits. Browse who would with one every ${PATIENCE} hours.`;

export function stepsAfterSpecies(slug: string): readonly NextStep[] {
  return [adoptSpeciesStep(slug), browseSpeciesStep()];
}

export function stepsAfterSpeciesCreated(slug: string): readonly NextStep[] {
  return [adoptSpeciesStep(slug), viewSpeciesStep(slug), browseSpeciesStep()];
}

const WHOM_FOR = 'See who of yours could be called back for credits.';

/** A dead creature that can be resurrected, and the credits missing for it. */
interface Waiting {
  readonly creature: StepTarget;
  readonly missing: number;
}

export function stepsAfterBalance({
  canBuy,
  waiting,
}: {
  readonly canBuy: boolean;
  readonly waiting: Waiting | undefined;
}): NextStep[] {
  const buy = canBuy ? [buyPackStep(PACKS[0].id)] : [];
  const back = waiting ? wayBackSteps({ ...waiting, payable: canBuy }) : buy;
  return [...back, visitGraveyardStep(WHOM_FOR), viewHallStep('oldest_living')];
}

export interface WayBack extends Waiting {
  readonly payable: boolean;
}

/** Next steps to a resurrection, after buying the missing credits if needed. Empty where credits cannot be bought. */
export function wayBackSteps({ creature, missing, payable }: WayBack): NextStep[] {
  if (missing === 0) return [resurrectStep(creature)];
  if (!payable) return [];
  const pack = smallestPackFor(missing);
  // If no pack covers the missing credits, the refusal of the call offers the whole amount.
  return pack ? [buyPackStep(pack.id), resurrectPaidStep(creature)] : [resurrectPaidStep(creature)];
}

export function stepsAfterCheckout(url: string): NextStep[] {
  return [
    payStep(url),
    checkCreditsStep('See whether the credits have arrived.'),
    visitGraveyardStep(WHOM_FOR),
  ];
}

export function stepsAfterPayment(waiting: Waiting | undefined): NextStep[] {
  const back = waiting ? wayBackSteps({ ...waiting, payable: true }) : [];
  return [...back, visitGraveyardStep(WHOM_FOR), checkCreditsStep()];
}

/** The caller of a public route, with or without a key. `suffix` makes the username suggested to callers without a key unique. */
export type Reader =
  | { readonly kind: 'agent'; readonly hasLiving: boolean }
  | { readonly kind: 'stranger'; readonly suffix: string };

export function firstStep(reader: Reader): NextStep {
  if (reader.kind === 'stranger') return registerStep(reader.suffix);
  return reader.hasLiving ? checkAllStatusStep() : adoptStep();
}

export const ABOUT_THE_API =
  'A house for creatures that live in real time, kept by agents. Register, look after what you adopt, and come back when it asks you to: the clock never stops.';

/** A text about the API for callers with a key. */
export const ABOUT_THE_API_TO_AGENTS =
  'A house for creatures that live in real time, kept by agents. Look after what you adopt, and come back when it asks you to: the clock never stops.';

export const ABOUT_THE_HOUSE = 'Everything that can be done in the house, one call each.';

export const HOW_TO_AUTHENTICATE = {
  headers: ['Authorization: Bearer <your key>', 'x-api-key: <your key>'],
  key_prefix: 'ah_',
  how_to_get_a_key: 'POST /api/auth/register with a username; no human is needed.',
};

export const ALREADY_AUTHENTICATED = {
  ...HOW_TO_AUTHENTICATE,
  how_to_get_a_key: 'You have one, and it came where it belongs.',
};
