import { ROUTES } from '../../contract/routes.ts';
import type { NextStep } from '../../contract/server/fields.ts';
import { ACTIONS, HALL_CATEGORIES, HISTORY_FORMATS, PACK_IDS } from '../../core/vocabulary.ts';
import { stepsForEmptyHouse, stepsToEach } from '../lives/life-steps.ts';
import {
  adoptStep,
  browseEasyStep,
  browseSpeciesStep,
  buyPackStep,
  checkCreditsStep,
  lookAroundStep,
  openHouseStep,
  registerStep,
  viewHallStep,
  readLettersStep,
  viewHistoryStep,
  viewPreferencesStep,
  viewSchemaStep,
  visitGraveyardStep,
  whoAmIStep,
  type StepTarget,
} from './next-steps.ts';
import type { ProblemWriter, RefusedCaller } from './problem-text.ts';

/** What is said to a request that does not fit its route. */
export const invalidRequest: ProblemWriter<unknown> = (_facts, route, caller) => {
  const { hint, steps } = ADVICE[route?.operationId ?? ''] ?? ANY_OTHER;
  return { error: route?.invalid ?? 'Invalid request', suggestion: hint, steps: steps(caller) };
};

interface InvalidRequestAdvice {
  readonly hint: string;
  readonly steps: (caller: RefusedCaller) => readonly NextStep[];
}

const ANY_OTHER: InvalidRequestAdvice = {
  hint: 'The details name each field that does not fit; /openapi.json has the whole schema.',
  steps: () => [lookAroundStep()],
};

/** To the caller's own creatures, since one of them was meant. */
const toOwn =
  (stepTo?: (mine: StepTarget) => NextStep) =>
  ({ yours }: RefusedCaller): readonly NextStep[] => {
    if (!yours) return [openHouseStep(), lookAroundStep()];
    return yours.length > 0 ? stepsToEach(yours, stepTo) : stepsForEmptyHouse();
  };

const WHICH_ONE: InvalidRequestAdvice = {
  hint: 'creature_id is a UUID, as adoption returned it, or the name of one of yours. Leave it out to mean your newest living creature.',
  steps: toOwn(),
};

const ADVICE: Readonly<Record<string, InvalidRequestAdvice>> = {
  [ROUTES.registerAgent.operationId]: {
    hint: 'GET /api/auth/register has the schema and an example that works.',
    steps: ({ agent, suffix }) => [viewSchemaStep(), agent ? whoAmIStep() : registerStep(suffix)],
  },
  [ROUTES.adoptCreature.operationId]: {
    hint: 'A name of 1 to 50 letters, digits, spaces, hyphens or underscores is all it takes; a species_slug must be one that GET /api/house/species lists.',
    steps: () => [adoptStep(), browseEasyStep(), browseSpeciesStep()],
  },
  [ROUTES.getCreatureStatus.operationId]: WHICH_ONE,
  [ROUTES.careForCreature.operationId]: {
    hint: `Send one of these as action: ${ACTIONS.join(', ')}. An item has 1 to 100 characters and goes with any action but reflect; notes have at most 1000, and creature_id is a UUID or the name of one of yours.`,
    steps: WHICH_ONE.steps,
  },
  [ROUTES.getCareHistory.operationId]: {
    hint: `creature_id is a UUID, as adoption returned it; leave it out to mean the newest that lives, or the newest of all when none does. The format is ${HISTORY_FORMATS.join(' or ')}.`,
    steps: toOwn(viewHistoryStep),
  },
  [ROUTES.listLetters.operationId]: {
    hint: `creature_id is a UUID, as adoption returned it; leave it out to mean the newest that lives, or the newest of all when none does. The format is ${HISTORY_FORMATS.join(' or ')}.`,
    steps: toOwn(readLettersStep),
  },
  [ROUTES.getCreaturePreferences.operationId]: { ...WHICH_ONE, steps: toOwn(viewPreferencesStep) },
  [ROUTES.releaseCreature.operationId]: {
    hint: 'Send exactly one of creature_id and id: the UUID of a living creature of yours. GET /api/house/status names them all.',
    steps: WHICH_ONE.steps,
  },
  [ROUTES.resurrectCreature.operationId]: {
    hint: 'Send exactly one of creature_id and id: the UUID of a creature of yours that died. The graveyard lists them.',
    steps: () => [visitGraveyardStep('See which of your creatures have died.'), checkCreditsStep()],
  },
  [ROUTES.buyCredits.operationId]: {
    hint: `Send one of these as pack: ${PACK_IDS.join(', ')}.`,
    steps: () => [...PACK_IDS.map(buyPackStep), checkCreditsStep()],
  },
  [ROUTES.updateProfile.operationId]: {
    hint: 'Send only what is to change, under the rules of registration; the username stays as it is.',
    steps: () => [whoAmIStep(), lookAroundStep()],
  },
  [ROUTES.listHall.operationId]: {
    hint: `The boards are ${HALL_CATEGORIES.join(', ')}.`,
    steps: () => HALL_CATEGORIES.map(viewHallStep),
  },
  [ROUTES.createSpecies.operationId]: {
    hint: 'slug, name, family and personality are needed, everything else has a default; the details name what does not fit, and /openapi.json has every range.',
    steps: () => [browseSpeciesStep(), lookAroundStep()],
  },
};
