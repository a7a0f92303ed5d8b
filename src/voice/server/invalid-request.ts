import { ROUTES } from '../../contract/routes.ts';
import type { NextStep } from '../../contract/server/fields.ts';
import { ACTIONS, HALL_CATEGORIES, HISTORY_FORMATS } from '../../core/vocabulary.ts';
import {
  adoptStep,
  browseSpeciesStep,
  lookAroundStep,
  openHouseStep,
  registerStep,
  viewHallStep,
  viewSchemaStep,
  whoAmIStep,
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

const WHICH_ONE: InvalidRequestAdvice = {
  hint: 'creature_id is a UUID, as adoption returned it. Leave it out to mean your newest living creature.',
  steps: () => [openHouseStep(), lookAroundStep()],
};

// Nothing is known of the caller's house here, so only calls that need no creature are suggested.
const ADVICE: Readonly<Record<string, InvalidRequestAdvice>> = {
  [ROUTES.registerAgent.operationId]: {
    hint: 'GET /api/auth/register has the schema and an example that works.',
    steps: ({ agent, suffix }) => [viewSchemaStep(), agent ? whoAmIStep() : registerStep(suffix)],
  },
  [ROUTES.adoptCreature.operationId]: {
    hint: 'A name of 1 to 50 letters, digits, spaces, hyphens or underscores is all it takes; a species_slug must be one that GET /api/house/species lists.',
    steps: () => [adoptStep(), browseSpeciesStep()],
  },
  [ROUTES.getCreatureStatus.operationId]: WHICH_ONE,
  [ROUTES.careForCreature.operationId]: {
    hint: `Send one of these as action: ${ACTIONS.join(', ')}. An item has 1 to 100 characters, notes at most 1000, and creature_id is a UUID.`,
    steps: WHICH_ONE.steps,
  },
  [ROUTES.getCareHistory.operationId]: {
    hint: `creature_id is a UUID, as adoption returned it; leave it out to mean the one you adopted last. The format is ${HISTORY_FORMATS.join(' or ')}.`,
    steps: WHICH_ONE.steps,
  },
  [ROUTES.getCreaturePreferences.operationId]: WHICH_ONE,
  [ROUTES.releaseCreature.operationId]: {
    hint: 'Send exactly one of creature_id and id: the UUID of a living creature of yours. GET /api/house/status names them all.',
    steps: WHICH_ONE.steps,
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
