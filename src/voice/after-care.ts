import type { NextStep } from '../contract/common.ts';
import type { Hatched } from '../core/creature.ts';
import type { Refusal } from '../core/mechanic.ts';
import type { Observed } from '../core/observe.ts';
import type { Species } from '../core/species/species.ts';
import { comeBack } from './come-back.ts';
import { adopt, lookAt, visitGraveyard } from './creature-steps.ts';
import { careStep, distinct, ideasFor } from './ideas.ts';
import { needsOf, type Tended } from './needs.ts';

export interface Cared {
  readonly creature: Hatched;
  readonly species: Species;
  /** How it looks afterwards; nothing is left to look at when the care ended its life. */
  readonly observed: Observed | undefined;
  /** How many living creatures its keeper has. */
  readonly living: number;
}

const MOST = 3;

/** What to do after an act of care, best first. */
export function afterCare(cared: Cared): readonly NextStep[] {
  const { creature, species, observed } = cared;
  if (!observed) return afterTheLast(creature);
  const tended = { creature, species, observed };
  const needs = needsOf(tended).map(({ action, why }) => careStep(tended, action, why));
  return distinct([...needs, goOn(tended, cared.living), ...ideasFor(tended)]).slice(0, MOST);
}

/** What to do when it would not have it, best first. */
export function afterRefusal(refusal: Refusal, cared: Cared): readonly NextStep[] {
  const { creature, species, observed } = cared;
  if (!observed) return afterTheLast(creature);
  const tended = { creature, species, observed };
  const { action, why } = INSTEAD[refusal];
  return [careStep(tended, action, why), goOn(tended, cared.living)];
}

const INSTEAD = {
  wants_play_first: { action: 'play', why: 'Play with {name} first, then feed it.' },
  too_shy: { action: 'reflect', why: 'Reflect, which it always lets through, until it knows you.' },
} as const satisfies Record<Refusal, unknown>;

/** With one creature there is only the way back to it; with several somebody else may be waiting. */
function goOn(tended: Tended, living: number): NextStep {
  return living > 1
    ? lookAt(tended.creature, 'Look round: the answer tells who else needs you, and when.')
    : comeBack(tended);
}

function afterTheLast({ id, name }: Hatched): readonly NextStep[] {
  return [lookAt({ id, name }, `See what became of ${name}.`), visitGraveyard(), adopt()];
}
