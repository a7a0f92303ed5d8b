import evolutionHints from '#content/voice/lives/evolution-hints.json' with { type: 'json' };
import { HOUR, type Instant } from '../../rules/base/clock.ts';
import type { TendedCreature } from '../../rules/care/needs.ts';
import { isHarmedRepeatedly } from '../../rules/heart/care-digest.ts';
import type { HatchedCreature } from '../../rules/lives/creature.ts';
import { statsAt } from '../../rules/lives/decay.ts';
import { GROWN_UP_CONSISTENCY, nextGrowth } from '../../rules/lives/growth.ts';
import { tellingAt } from '../../rules/lives/milestones.ts';
import { nextTrustGoal } from '../../rules/species/mechanics.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Stage } from '../../rules/vocabulary.ts';
import { asLines, fillTemplates, type Lines, pickLine } from '../pick-line.ts';
import { formatTimeUntil } from '../times.ts';

/** Advice on how to raise a creature better, and when it grows next. */
export function evolutionHint(facts: TendedCreature): string {
  const { creature, species, observed } = facts;
  const { seed, stage, name } = creature;
  const growth = nextGrowth(creature, species);
  const count = tellingAt(creature, observed.at);
  const said = [
    pickLine(adviceLines(facts), { seed, field: 'hint', count }),
    pickLine(whenLines(facts), { seed, field: 'when', count }),
  ];
  const soon = growth ? formatTimeUntil((growth.at - observed.at) / HOUR) : 'later';
  return fillTemplates(said, { name, soon, next: NEXT[stage] });
}

/** Sentences of advice; no praise for an evolution path before the first meal, or while a meal is late. */
function adviceLines({ creature, observed }: TendedCreature): Lines {
  const { path } = observed.progress;
  const { status } = observed.feeding;
  if (path === 'rescue' || path === 'low_care') return HINTS.pathHints[path];
  if (status === 'overdue' || status === 'critical') return HINTS.behindHints;
  if (creature.record.feedings === 0) return HINTS.unprovenHints;
  return path === 'high_care' && isHarmedRepeatedly(creature) ? HINTS.harmedHints : HINTS.pathHints[path];
}

function whenLines({ creature, observed }: TendedCreature): Lines {
  return creature.stage === 'teen' && observed.progress.consistency < GROWN_UP_CONSISTENCY
    ? HINTS.heldBackHints
    : HINTS.nextStageHints;
}

const NEXT: Record<Stage, string> = {
  egg: 'a baby',
  baby: 'a child',
  child: 'a teen',
  teen: 'an adult',
  adult: 'an adult',
};

export const HINTS = asLines(evolutionHints);

/** The progress to the trust at which a creature shows more of its stats, as `trust 12 of 40`. For its own keeper only. */
export function trustProgress(creature: HatchedCreature, species: Species, now: Instant): string | undefined {
  const stats = statsAt(creature, species, now);
  const goal = nextTrustGoal(species, stats);
  return goal === undefined ? undefined : `trust ${Math.floor(stats.trust)} of ${goal}`;
}
