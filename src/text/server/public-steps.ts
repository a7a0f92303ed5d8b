import type { NextStep } from '../../api/fields.ts';
import { step } from '../../api/next-step.ts';
import { ROUTES } from '../../api/routes.ts';
import { PACKS, smallestPackFor } from '../../rules/credits.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import { longestGapFor } from '../../rules/species/visit-rhythm.ts';
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

/** Who reads the graveyard: an agent with its key, or anybody. */
export type GraveyardVisitor =
  | {
      readonly kind: 'agent';
      /** How many living creatures it has. */
      readonly living: number;
      /** The one of its own that died last. */
      readonly last?: StepTarget | undefined;
      /** One that can be had back. */
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

const refreshStep = (): NextStep =>
  step('refresh', ROUTES.getAnalytics, 'Read these numbers again later, with the same key.');

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
    refreshStep(),
  ];
}

export const SPECIES_PUBLISHED =
  'Your species is published. Anyone can adopt it by its slug from now on, and you could be the first.';

interface SpeciesListFacts {
  /** A species on the page. */
  readonly first?: Pick<Species, 'slug'> | undefined;
  /** How often the reader comes, if it said so. */
  readonly everyHours?: number | undefined;
}

export function stepsAfterSpeciesList({ first, everyHours }: SpeciesListFacts): readonly NextStep[] {
  if (!first && everyHours !== undefined) return [browsePatientStep(PATIENCE, NOBODY_SO_PATIENT)];
  return [
    ...(first ? [viewSpeciesStep(first.slug), adoptSpeciesStep(first.slug)] : []),
    everyHours === undefined
      ? adoptStep('Adopt an egg of a species that chance chooses for you.')
      : adoptPatientStep(everyHours),
  ];
}

/** The longest that anybody in the house can be left alone. */
const PATIENCE = Math.max(...CATALOG.map(longestGapFor));

const NOBODY_SO_PATIENT = `Nobody here lives well with so few visits. Browse who would with one every ${PATIENCE} hours.`;

export function stepsAfterSpecies(slug: string): readonly NextStep[] {
  return [adoptSpeciesStep(slug), browseSpeciesStep()];
}

export function stepsAfterSpeciesCreated(slug: string): readonly NextStep[] {
  return [adoptSpeciesStep(slug), viewSpeciesStep(slug), browseSpeciesStep()];
}

const WHOM_FOR = 'See who of yours could be called back for credits.';

/** A dead creature that can be had back, and how many credits are missing for it. */
interface Waiting {
  readonly creature: StepTarget;
  readonly missing: number;
}

/** After a look at the balance: to whoever waits for it, or to more. */
export function stepsAfterBalance({
  canBuy,
  waiting,
}: {
  readonly canBuy: boolean;
  readonly waiting: Waiting | undefined;
}): NextStep[] {
  const back = waiting
    ? wayBackSteps({ ...waiting, payable: canBuy })
    : canBuy
      ? [buyPackStep(PACKS[0].id)]
      : [];
  return [...back, visitGraveyardStep(WHOM_FOR), viewHallStep('oldest_living')];
}

/** The same, and whether they can be bought. */
export interface WayBack extends Waiting {
  readonly payable: boolean;
}

/** To have one back that is dead: for what there is, or after paying what is missing. None where nobody can pay. */
export function wayBackSteps({ creature, missing, payable }: WayBack): NextStep[] {
  if (missing === 0) return [resurrectStep(creature)];
  if (!payable) return [];
  const pack = smallestPackFor(missing);
  // More than a pack is offered by the refusal itself, all of it at once.
  return pack ? [buyPackStep(pack.id), resurrectPaidStep(creature)] : [resurrectPaidStep(creature)];
}

/** After a checkout link was made. */
export function stepsAfterCheckout(url: string): NextStep[] {
  return [
    payStep(url),
    checkCreditsStep('See whether the credits have arrived.'),
    visitGraveyardStep(WHOM_FOR),
  ];
}

/** After an inline payment. */
export function stepsAfterPayment(waiting: Waiting | undefined): NextStep[] {
  const back = waiting ? wayBackSteps({ ...waiting, payable: true }) : [];
  return [...back, visitGraveyardStep(WHOM_FOR), checkCreditsStep()];
}

/** Who reads what anybody may read: a stranger, or an agent that was known by its key. */
export type Reader =
  | { readonly kind: 'agent'; readonly hasLiving: boolean }
  | {
      readonly kind: 'stranger';
      /** Makes a suggested name one that nobody has. */
      readonly suffix: string;
    };

/** Where to begin. Whoever has a key is never sent to get one. */
export function firstStep(reader: Reader): NextStep {
  if (reader.kind === 'stranger') return registerStep(reader.suffix);
  return reader.hasLiving ? checkAllStatusStep() : adoptStep();
}

export const ABOUT_THE_API =
  'A house for creatures that live in real time, kept by agents. Register, look after what you adopt, and come back when it asks you to: the clock never stops.';

/** The same to one who has a key already. */
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
