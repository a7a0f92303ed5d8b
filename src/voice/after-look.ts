import type { NextStep } from '../contract/common.ts';
import type { Creature, Hatched } from '../core/creature.ts';
import type { Observed } from '../core/observe.ts';
import type { Late } from '../core/problem.ts';
import { resurrectionCost, windowClosesAt } from '../core/resurrection.ts';
import type { Species } from '../core/species/species.ts';
import type { Stage } from '../core/vocabulary.ts';
import { comeBack } from './come-back.ts';
import { bringBack, checkCredits } from './credit-steps.ts';
import { adopt, designSpecies, hatchIt, lookAt, readHistory, visitGraveyard } from './creature-steps.ts';
import { careStep, distinct, ideasFor } from './ideas.ts';
import { needsOf, URGENCIES, type Need, type Tended } from './needs.ts';

/** A living sibling; an egg has nothing to look at yet. */
type Sibling =
  Tended | { readonly creature: Creature; readonly species: Species; readonly observed: undefined };

export interface Looked {
  readonly creature: Hatched;
  readonly species: Species;
  readonly observed: Observed;
  readonly others: readonly Sibling[];
  /** The stages it reached that its keeper is told of now. */
  readonly grown: readonly Stage[];
}

const MOST = 4;

/** What to do after a look, best first: who is in most trouble, then this one, then what is nice. */
export function afterLook(looked: Looked): readonly NextStep[] {
  const others = looked.others.filter(isTended);
  const needed = [looked, ...others].flatMap((each) => firstNeeds(each, each === looked ? 2 : 1));
  const pressing = URGENCIES.flatMap((level) => needed.filter(({ need }) => need.urgency === level));
  const steps = [
    ...pressing.slice(0, MOST - 1).map(({ whose, need }) => careStep(whose, need.action, need.why)),
    ...eggs(looked),
    ...(looked.grown.includes('adult') ? grownUp(looked.creature) : []),
    ...(pressing.length === 0 ? [comeBack(looked, others)] : []),
    ...ideasFor(looked),
  ];
  return distinct(steps).slice(0, MOST);
}

/** What is left to do for one that died: to call it back while that can be done and paid, and otherwise to go on. */
export function afterLookingBack(late: Pick<Late, 'creature' | 'credits' | 'now'>): readonly NextStep[] {
  return [
    ...waysBack(late),
    visitGraveyard(),
    adopt('Adopt another egg, when you are ready.'),
    readHistory(late.creature),
  ].slice(0, MOST);
}

/** A return that cannot be paid for yet begins with the credits. */
export function waysBack({
  creature,
  credits,
  now,
}: Pick<Late, 'creature' | 'credits' | 'now'>): readonly NextStep[] {
  if (!creature.died || now > windowClosesAt(creature.died.at)) return [];
  return resurrectionCost(creature, now) <= credits ? [bringBack(creature)] : [checkCredits()];
}

/** What one needs first that has just come back. */
export function afterReturn(creature: Creature): readonly NextStep[] {
  return [lookAt(creature), checkCredits(), readHistory(creature)];
}

function firstNeeds(whose: Tended, most: number): { readonly whose: Tended; readonly need: Need }[] {
  return needsOf(whose)
    .slice(0, most)
    .map((need) => ({ whose, need }));
}

function isTended(sibling: Sibling): sibling is Tended {
  return sibling.observed !== undefined;
}

function eggs({ others }: Looked): NextStep[] {
  const egg = others.find(({ observed }) => observed === undefined);
  return egg ? [hatchIt(egg.creature)] : [];
}

// Its own id makes the slug one that nobody has; the front of an id tells only when it was made.
function grownUp({ id }: Creature): NextStep[] {
  return [
    adopt('You have raised an adult: rarer eggs may be waiting for you now.'),
    designSpecies(id.replaceAll('-', '').slice(-12)),
  ];
}
