import type { ProblemBody } from '../../contract/problem-body.ts';
import type { Late, Mine, Problem } from '../../core/problem.ts';
import { presentSleep } from './clocks.ts';
import { presentShortfall, presentWays } from './ways-to-pay.ts';
import { presentLate, presentOffer } from './late.ts';
import { isStrangers, pointers, pointersInto } from './untrusted.ts';

type Facts = Partial<Omit<ProblemBody, 'error' | 'code' | 'request_id' | 'next_steps'>>;

/** What a refusal knows, besides its words. */
export function presentFacts(problem: Problem): Facts {
  if (problem.is('insufficient_credits') || problem.is('payment_refused')) {
    return { ...presentShortfall(problem.facts), ...presentWays(problem.facts.ways) };
  }
  if (problem.is('payment_required')) return presentWays(problem.facts.ways);
  if (problem.is('creature_asleep')) {
    return { sleep_info: presentSleep(problem.facts.nightEndsAt, problem.facts.zone) };
  }
  const { yours, late } = creaturesIn(problem);
  return {
    ...(yours && { your_creatures: yours.map(presentMine) }),
    ...(late && { creature: presentLate(late), resurrection: presentOffer(late) }),
    ...strangersWords(yours, late),
  };
}

interface Creatures {
  readonly yours?: readonly Mine[] | undefined;
  readonly late?: Late | undefined;
}

function creaturesIn(problem: Problem): Creatures {
  if (problem.is('nobody_home')) return { yours: problem.facts.yours, late: problem.facts.last };
  if (problem.is('no_living_creature') || problem.is('died_before_release')) return problem.facts;
  if (problem.is('no_creature') || problem.is('nobody_to_release') || problem.is('which_creature')) {
    return problem.facts;
  }
  return {};
}

function presentMine({ id, name, species, stage }: Mine) {
  return { id, name, species, stage };
}

function strangersWords(yours: readonly Mine[] = [], late?: Late): Facts {
  const found = pointers([
    ...pointersInto(
      'your_creatures',
      yours.map(({ community = false }) => community),
      'species',
    ),
    ...(late && isStrangers(late.species) ? ['/creature/species'] : []),
  ]);
  return found ? { untrusted_fields: found } : {};
}
