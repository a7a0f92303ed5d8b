import type { NextStep } from '../../api/fields.ts';
import { isTooShy, type Need, type TendedCreature } from '../../rules/care/needs.ts';
import { SAME_VISIT } from '../../rules/lives/rhythm.ts';
import type { StatChanges } from '../../rules/stats.ts';
import type { Action, ItemAction } from '../../rules/vocabulary.ts';
import { takesLessons, wishedWith, withNotes } from '../heart/wish-step.ts';
import { careActionStep, reflectStep, viewHistoryStep, viewPreferencesStep } from '../server/next-steps.ts';
import { needWords, pickLikedItem, usefulItems } from './needs.ts';

/** What a visit can be used for when nothing is needed or wished for, the best use first. */
export function* optionalSteps(tended: TendedCreature): Iterable<NextStep> {
  const { creature } = tended;
  const wasFed = creature.record.feedings > 0;
  if (!wasFed) yield viewPreferencesStep(creature);
  yield* pastimeSteps(tended);
  if (!wasFed) return;
  yield viewPreferencesStep(creature);
  yield viewHistoryStep(creature);
}

/** A need as a call that can be sent as it stands. */
export function needStep(tended: TendedCreature, need: Need): NextStep {
  return careStepWithItem(tended, need.action, needWords(need));
}

/** A need or a pastime as a call, with something it wishes for or likes. */
export function careStepWithItem(tended: TendedCreature, action: Action, why: string): NextStep {
  const wished = wishedWith(tended, action);
  const item = action === 'reflect' ? undefined : pickItem(action, tended, wished?.item);
  return withNotes(careActionStep(tended.creature, action, why, item), wished?.notes);
}

function pickItem(
  action: ItemAction,
  tended: TendedCreature,
  wished: string | undefined,
): string | undefined {
  return wished !== undefined && usefulItems(action, tended.species).includes(wished)
    ? wished
    : pickLikedItem(action, tended);
}

/** The first so many, and none twice: the same act may be both a need and a pastime. No more are made than are taken. */
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

interface Pastime {
  readonly action: Action;
  readonly why: string;
  /** By what it shows. */
  readonly suits: (shown: StatChanges) => boolean;
}

const PASTIMES: readonly Pastime[] = [
  {
    action: 'reflect',
    why: 'Sit with {name} for a while: it comes to trust you.',
    suits: ({ trust = 0 }) => trust < 98,
  },
  {
    action: 'play',
    why: 'Play with {name}: there is room for more joy.',
    suits: ({ happiness = 0 }) => happiness < 90,
  },
  {
    action: 'clean',
    why: 'Clean {name}: its health has room to rise.',
    suits: ({ health = 100 }) => health < 92,
  },
  {
    action: 'discipline',
    why: 'Teach {name} a little: it is well enough to take a lesson.',
    suits: (shown) => takesLessons(shown) && (shown.discipline ?? 100) < 75,
  },
];

function* pastimeSteps(tended: TendedCreature): Iterable<NextStep> {
  const { creature, observed } = tended;
  if (observed.asleepUntil || isTooShy(tended)) {
    yield reflectStep(creature);
    return;
  }
  const sameVisit = observed.at - creature.life.lastCareAt < SAME_VISIT;
  for (const { action, why, suits } of PASTIMES) {
    const justDone = sameVisit && action === creature.record.lastAction;
    if (!justDone && suits(observed.shown)) yield careStepWithItem(tended, action, why);
  }
}
