import evolutionHints from '#content/voice/lives/evolution-hints.json' with { type: 'json' };

import { HOUR } from '../../core/engine/clock.ts';
import { isHarmedRepeatedly } from '../../core/heart/care-digest.ts';
import { tellingAt } from '../../core/lives/telling.ts';
import { GROWN_UP_CONSISTENCY, nextGrowth } from '../../core/lives/growth.ts';
import type { Path, Stage } from '../../core/vocabulary.ts';
import type { TendedCreature } from '../../core/care/needs.ts';
import { formatTimeUntil } from '../engine/durations.ts';
import { fillTemplates, pickLine, type Lines } from '../engine/pick-line.ts';

/** How to raise it better, and when it grows next. */
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

/** Nobody is praised for a path before the first meal, or while one is late. */
function adviceLines({ creature, observed }: TendedCreature): Lines {
  const { path } = observed.progress;
  const { status } = observed.feeding;
  if (path === 'rescue' || path === 'low_care') return PATH_HINTS[path];
  if (status === 'overdue' || status === 'critical') return BEHIND_HINTS;
  if (creature.record.feedings === 0) return UNPROVEN_HINTS;
  return path === 'high_care' && isHarmedRepeatedly(creature) ? HARMED_HINTS : PATH_HINTS[path];
}

function whenLines({ creature, observed }: TendedCreature): Lines {
  return creature.stage === 'teen' && observed.progress.consistency < GROWN_UP_CONSISTENCY
    ? HELD_BACK_HINTS
    : NEXT_STAGE_HINTS;
}

const NEXT: Record<Stage, string> = {
  egg: 'a baby',
  baby: 'a child',
  child: 'a teen',
  teen: 'an adult',
  adult: 'an adult',
};

export const {
  harmedHints: HARMED_HINTS,
  pathHints: PATH_HINTS,
  unprovenHints: UNPROVEN_HINTS,
  behindHints: BEHIND_HINTS,
  nextStageHints: NEXT_STAGE_HINTS,
  heldBackHints: HELD_BACK_HINTS,
} = evolutionHints as {
  /** Of one that is fed on time and was given harmful items repeatedly. */
  readonly harmedHints: Lines;
  /** By the path it is on. */
  readonly pathHints: Record<Path, Lines>;
  /** Before its first meal. */
  readonly unprovenHints: Lines;
  /** While a meal is late. */
  readonly behindHints: Lines;
  /** For second sentences, which come in thirteens. */
  readonly nextStageHints: Lines;
  readonly heldBackHints: Lines;
};
