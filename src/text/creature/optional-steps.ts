import stepReasons from '#content/voice/lives/step-reasons.json' with { type: 'json' };
import type { NextStep } from '../../api/fields.ts';
import { isTooShy, type TendedCreature } from '../../rules/care/needs.ts';
import { SAME_VISIT } from '../../rules/lives/rhythm.ts';
import type { StatChanges } from '../../rules/stats.ts';
import type { Action, ItemAction } from '../../rules/vocabulary.ts';
import { takesLessons, wishedWith, withNotes } from '../heart/wish-step.ts';
import { careActionStep, reflectStep, viewHistoryStep, viewPreferencesStep } from '../server/next-steps.ts';
import { pickLikedItem, usefulItems } from './needs.ts';

/** Next steps for a visit when nothing is needed or wished for, best first. */
export function* optionalSteps(tended: TendedCreature): Iterable<NextStep> {
  const { creature } = tended;
  const wasFed = creature.record.feedings > 0;
  if (!wasFed) yield viewPreferencesStep(creature);
  yield* pastimeSteps(tended);
  if (!wasFed) return;
  yield viewPreferencesStep(creature);
  yield viewHistoryStep(creature);
}

/** A next step: care with an item that the creature wishes for or likes. */
export function careStepWithItem(tended: TendedCreature, action: Action, why: string): NextStep {
  const wished = wishedWith(tended, action);
  const item = action === 'reflect' ? undefined : itemFor(action, tended, wished?.item);
  return withNotes(careActionStep(tended.creature, action, why, item), wished?.notes);
}

function itemFor(action: ItemAction, tended: TendedCreature, wished: string | undefined): string | undefined {
  return wished !== undefined && usefulItems(action, tended.species).includes(wished)
    ? wished
    : pickLikedItem(action, tended);
}

/** The first distinct next steps, computed lazily: the same act may be both a need and a pastime. */
export function bestSteps(steps: Iterable<NextStep>, most: number): NextStep[] {
  const best: NextStep[] = [];
  for (const step of steps) {
    if (!best.some((better) => isSameCall(better, step))) best.push(step);
    if (best.length === most) break;
  }
  return best;
}

function isSameCall(one: NextStep, other: NextStep): boolean {
  return (
    one.action === other.action &&
    one.endpoint === other.endpoint &&
    one.body?.['creature_id'] === other.body?.['creature_id']
  );
}

type Pastime = keyof typeof stepReasons.pastimes;

/** Optional care, best first, each with the condition on the shown stats. */
const PASTIMES: readonly (readonly [Pastime, (shown: StatChanges) => boolean])[] = [
  ['reflect', ({ trust = 0 }) => trust < 98],
  ['play', ({ happiness = 0 }) => happiness < 90],
  ['clean', ({ health = 100 }) => health < 92],
  ['discipline', (shown) => takesLessons(shown) && (shown.discipline ?? 100) < 75],
];

function* pastimeSteps(tended: TendedCreature): Iterable<NextStep> {
  const { creature, observed } = tended;
  if (observed.asleepUntil || isTooShy(tended)) {
    yield reflectStep(creature);
    return;
  }
  const sameVisit = observed.at - creature.life.lastCareAt < SAME_VISIT;
  for (const [action, suits] of PASTIMES) {
    const justDone = sameVisit && action === creature.record.lastAction;
    if (!justDone && suits(observed.shown))
      yield careStepWithItem(tended, action, stepReasons.pastimes[action]);
  }
}
