import type { NextStep } from '../contract/common.ts';
import type { Changes } from '../core/mechanic.ts';
import { SAME_VISIT } from '../core/rhythm.ts';
import type { Action } from '../core/vocabulary.ts';
import { careFor, learnTastes, readHistory } from './creature-steps.ts';
import type { Tended } from './needs.ts';
import { filled } from './pick.ts';
import { isTooShy, itemFor } from './temper.ts';

/** What a visit can be used for when nothing is needed, the best use first. */
export function ideasFor(tended: Tended): readonly NextStep[] {
  const { creature } = tended;
  const tasted = creature.record.feedings > 0;
  return [
    ...(tasted ? [] : [learnTastes(creature)]),
    ...pastimes(tended),
    ...(tasted ? [learnTastes(creature), readHistory(creature)] : []),
  ];
}

/** A need or an idea as a call, with something it likes. */
export function careStep(tended: Omit<Tended, 'observed'>, action: Action, why: string): NextStep {
  const item = action === 'reflect' ? undefined : itemFor(action, tended);
  return careFor(tended.creature, action, filled(why, { name: tended.creature.name }), item);
}

/** The same act is not suggested twice, once as a need and once as an idea. */
export function distinct(steps: readonly NextStep[]): NextStep[] {
  const seen = new Set<string>();
  return steps.filter(({ action, endpoint, body }) => {
    const call = [action, endpoint, body?.['creature_id']].join(' ');
    return !seen.has(call) && seen.add(call);
  });
}

interface Pastime {
  readonly action: Action;
  readonly why: string;
  /** By what it shows. */
  readonly suits: (shown: Changes) => boolean;
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
    suits: ({ health = 0, trust = 0, happiness = 0, discipline = 100 }) =>
      health > 80 && trust > 60 && happiness > 85 && discipline < 75,
  },
];

function pastimes(tended: Tended): NextStep[] {
  const { creature, observed } = tended;
  if (observed.asleepUntil || isTooShy(tended)) return [careStep(tended, 'reflect', QUIET_COMPANY)];
  const sameVisit = observed.at - creature.life.lastCareAt < SAME_VISIT;
  return PASTIMES.filter(
    ({ action, suits }) => suits(observed.shown) && !(sameVisit && action === creature.record.lastAction),
  ).map(({ action, why }) => careStep(tended, action, why));
}

const QUIET_COMPANY = 'Sit with {name} for a while; this it always lets you do.';
