import type { NextStep } from '../../contract/server/fields.ts';
import { isTended, needsInHouse, type TendedCreature } from '../../core/care/needs.ts';
import { unreadIn, type Unread } from '../../core/heart/unread.ts';
import type { Observation } from '../../core/lives/observe.ts';
import type { CareRefusal } from '../../core/vocabulary.ts';
import type { GiftFacts } from '../heart/wish-step.ts';
import { checkBackStep } from '../lives/check-back-step.ts';
import type { Sibling } from '../lives/steps-after-look-in.ts';
import { unreadSteps, type WayBackFacts } from '../lives/life-steps.ts';
import { wayBackSteps } from '../money/credit-steps.ts';
import { adoptStep, visitGraveyardStep } from '../server/next-steps.ts';
import { bestSteps, careStepWithItem, needStep, optionalSteps } from './optional-steps.ts';

export interface CareAftermath extends Omit<GiftFacts, 'observed'> {
  /** What was brought this time. */
  readonly item?: { readonly name: string } | undefined;
  /** How it looks afterwards; nothing is left to look at when the care ended its life. */
  readonly observed: Observation | undefined;
  readonly unread?: Unread | undefined;
  /** What it takes to have it back then. */
  readonly wayBack?: Pick<WayBackFacts, 'missing' | 'payable'> | undefined;
  /** The others that live with its keeper. */
  readonly siblings: readonly Sibling[];
}

const MAX_CARE_STEPS = 3;

/** What to do after an act of care, best first: whoever of them needs it most. */
export function stepsAfterCare(cared: CareAftermath, most = MAX_CARE_STEPS): readonly NextStep[] {
  const { creature, species, observed, heart, unread } = cared;
  if (!observed) return stepsAfterLethalCare(cared);
  const tended = { creature, species, observed, heart, unread, recent: broughtIn(cared) };
  return bestSteps(stepsBesides(tended, cared.siblings.filter(isTended)), most);
}

function broughtIn({ recent = [], item }: CareAftermath): NonNullable<GiftFacts['recent']> {
  return item ? [{ item: item.name }, ...recent] : recent;
}

function* stepsBesides(tended: GiftFacts, others: readonly TendedCreature[]): Iterable<NextStep> {
  for (const { tended: whose, need } of needsInHouse([tended, ...others])) yield needStep(whose, need);
  yield* unreadSteps(unreadIn([tended, ...others]));
  yield checkBackStep(tended, others);
  yield* optionalSteps(tended);
}

/** What to do when care was refused, best first. */
export function stepsAfterRefusal(refusal: CareRefusal, cared: CareAftermath): readonly NextStep[] {
  const { creature, species, observed } = cared;
  if (!observed) return stepsAfterLethalCare(cared);
  const tended = { creature, species, observed };
  const { action, why } = INSTEAD[refusal];
  return [careStepWithItem(tended, action, why), checkBackStep(tended, cared.siblings.filter(isTended))];
}

const INSTEAD = {
  wants_play_first: { action: 'play', why: 'Play with {name} first, then feed it.' },
  too_shy: { action: 'reflect', why: 'Reflect, which it always lets through, until it knows you.' },
} as const satisfies Record<CareRefusal, unknown>;

function stepsAfterLethalCare({ creature, wayBack }: CareAftermath): readonly NextStep[] {
  return [...(wayBack ? wayBackSteps({ creature, ...wayBack }) : []), visitGraveyardStep(), adoptStep()];
}
