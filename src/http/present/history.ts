import type { Reply } from '../../contract/route.ts';
import type { ROUTES } from '../../contract/routes.ts';
import { iso } from '../../core/clock.ts';
import { isAlive } from '../../core/creature.ts';
import { ageHours } from '../../core/stages.ts';
import type { Stage } from '../../core/vocabulary.ts';
import type { History, LogEntry } from '../../house/read-history.ts';
import { milestoneMessage } from '../../voice/milestones.ts';
import { forHistory } from '../../voice/page-steps.ts';
import { hundredths, tenths } from './numbers.ts';
import { isStrangers, pointers } from './untrusted.ts';

type HistoryReply = Reply<typeof ROUTES.getCareHistory>;

/** A life so far, for programs. */
export function presentHistory(history: History): HistoryReply {
  const { creature, species, totals } = history;
  return {
    creature: {
      id: creature.id,
      name: creature.name,
      species: species.name,
      stage: creature.stage,
      alive: isAlive(creature),
      age_hours: ageIn(history),
    },
    care_log: history.log.map(presentEntry),
    evolution_history: presentEvolution(history),
    milestones: presentReached(history),
    stats: {
      total_feedings: totals.feedings,
      missed_feedings: totals.missedFeedings,
      total_care_actions: totals.careActions,
      consistency_score: tenths(totals.consistency),
      variety_score: tenths(totals.variety),
    },
    untrusted_fields: pointers(isStrangers(species) ? ['/creature/species'] : []),
    next_steps: [...forHistory({ id: creature.id, name: creature.name, alive: isAlive(creature) })],
  };
}

/** How old it is, or was when it was let go. */
export function ageIn({ creature, now }: Pick<History, 'creature' | 'now'>): number {
  return hundredths(ageHours(creature, creature.releasedAt ?? now));
}

/** When it reached a stage, if it did. */
export function reachedAt({ milestones }: Pick<History, 'milestones'>, stage: Stage): string | null {
  const reached = milestones.find(({ threshold }) => threshold === stage);
  return reached ? iso(reached.at) : null;
}

function presentEntry({
  at,
  action,
  notes,
  timing,
  before,
  after,
}: LogEntry): HistoryReply['care_log'][number] {
  return {
    timestamp: iso(at),
    action,
    notes: notes ?? null,
    hunger_before: shown(before.hunger),
    hunger_after: shown(after.hunger),
    happiness_before: shown(before.happiness),
    happiness_after: shown(after.happiness),
    health_before: shown(before.health),
    health_after: shown(after.health),
    timing: timing ?? null,
  };
}

function shown(value: number | undefined): number | null {
  return value === undefined ? null : tenths(value);
}

function presentEvolution(history: History): HistoryReply['evolution_history'] {
  const { creature } = history;
  const hatchedAt = creature.life ? iso(creature.life.hatchedAt) : null;
  return {
    egg_hatched: hatchedAt,
    became_baby: hatchedAt,
    became_child: reachedAt(history, 'child'),
    became_teen: reachedAt(history, 'teen'),
    became_adult: reachedAt(history, 'adult'),
    evolution_path: creature.path ?? null,
    trending_toward: history.trendingToward ?? null,
  };
}

function presentReached({ creature, species, milestones }: History): HistoryReply['milestones'] {
  const { name, seed, path } = creature;
  const facts = { name, seed, path, family: species.family, hidden: [] };
  return milestones.map(({ type, threshold, at }) => ({
    type,
    threshold,
    message: milestoneMessage(type, threshold, facts),
    reached_at: iso(at),
  }));
}
