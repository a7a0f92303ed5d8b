import type { NextStep } from '../../contract/server/fields.ts';
import { isTended, needsInHouse, type FoundCreature, type TendedCreature } from '../../core/care/needs.ts';
import { unreadIn } from '../../core/heart/unread.ts';
import { needStep } from '../care/optional-steps.ts';
import { isForArrival, wishStep } from '../heart/wish-step.ts';
import { hatchStep } from '../server/next-steps.ts';
import { checkBackStep } from './check-back-step.ts';
import { unreadSteps } from './life-steps.ts';

/** More of them would leave no room for an egg or a letter. */
const MOST_NEEDS = 3;

/** What to do for all creatures of a keeper: needs, eggs, wishes, unread letters and keepsakes, and then when to come back. */
export function* householdSteps(household: readonly FoundCreature[]): Iterable<NextStep> {
  const tended = household.filter(isTended);
  const needs = needsInHouse(tended);
  // A greeting takes one call, and after any other care it is too late for it.
  if (!needs.some(({ need }) => need.urgency === 'life' || need.urgency === 'harm'))
    yield* wishSteps(tended.filter(isForArrival));
  for (const { tended: whose, need } of needs.slice(0, MOST_NEEDS)) yield needStep(whose, need);
  for (const { creature, observed } of household) if (!observed) yield hatchStep(creature);
  if (needs.length === 0) yield* wishSteps(tended);
  yield* unreadSteps(unreadIn(tended));
  const [first, ...others] = tended;
  if (first) yield checkBackStep(first, others);
}

function* wishSteps(tended: readonly TendedCreature[]): Iterable<NextStep> {
  for (const each of tended) {
    const step = wishStep(each);
    if (step) yield step;
  }
}
