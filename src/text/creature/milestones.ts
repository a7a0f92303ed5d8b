import evolutionHints from '#content/voice/lives/evolution-hints.json' with { type: 'json' };
import milestoneLines from '#content/voice/lives/milestone-lines.json' with { type: 'json' };
import soulLines from '#content/voice/lives/soul-lines.json' with { type: 'json' };

import type { UnlockableTier } from '../../rules/agents.ts';
import { HOUR, type Instant } from '../../rules/base/clock.ts';
import type { TendedCreature } from '../../rules/care/needs.ts';
import { isHarmedRepeatedly } from '../../rules/heart/heart.ts';
import { type HatchedCreature, STATS_AT_BIRTH } from '../../rules/lives/creature.ts';
import { statsAt } from '../../rules/lives/decay.ts';
import {
  expectedGrowth,
  FORMS,
  GROWN_UP_CONSISTENCY,
  type ReachedMilestone,
  tellingAt,
} from '../../rules/lives/growth.ts';
import { bodyOf, type BodyOwner, lineFamilyOf } from '../../rules/species/bodies.ts';
import { nextOpening } from '../../rules/species/mechanics.ts';
import type { Species } from '../../rules/species/species.ts';
import {
  type Family,
  type Milestone,
  type Path,
  type Stage,
  STAGES,
  type Stat,
} from '../../rules/vocabulary.ts';
import { withArticle } from '../nouns.ts';
import { asLines, fillTemplate, joinLines, type Lines, pickLine, pickPairOf } from '../pick-line.ts';
import { formatTimeUntil } from '../times.ts';

export const MILESTONE_LINES = asLines(milestoneLines);
const REACHED: Record<Milestone, Readonly<Record<number, Lines>>> = MILESTONE_LINES.reached;
const REACHED_HARMED: Partial<Record<Milestone, Lines>> = MILESTONE_LINES.reachedHarmed;
const GROWN_CLOSE: Partial<Record<Family, Lines>> = MILESTONE_LINES.grownClose;

interface StageFacts extends BodyOwner {
  readonly name: string;
  readonly seed: number;
  readonly path?: Path | undefined;
  /** True if the keeper harmed the creature repeatedly: the sentences then mention no trust or closeness. */
  readonly harmed?: boolean | undefined;
  /** The visible trust; without it the sentences mention no closeness. */
  readonly trust?: number | undefined;
}

/** `hidden`: stats that the creature hides; messages about their milestones do not name the stat. */
type MilestoneFacts = StageFacts & { readonly hidden: readonly Stat[] };

export function milestoneMessage(
  type: ReachedMilestone['type'],
  threshold: number | Stage,
  facts: MilestoneFacts,
): string {
  if (typeof threshold === 'string') return stageMessage(threshold, facts);
  const { seed, name, hidden, harmed = false } = facts;
  const { anyOther, keptQuiet } = MILESTONE_LINES;
  const stat = STAT_OF[type];
  const open = stat === undefined || !hidden.includes(stat);
  const said = harmed ? REACHED_HARMED[type] : undefined;
  const lines = open ? (said ?? REACHED[type][threshold] ?? anyOther) : keptQuiet;
  const subject = { body: bodyOf(facts), harmed };
  const linePick = { seed, field: type, count: open ? threshold : 0, subject };
  return fillTemplate(pickLine(lines, linePick), { name, threshold: String(threshold) });
}

export function stageMessage(stage: Stage, facts: StageFacts): string {
  const { name, family, seed, path = 'balanced' } = facts;
  const lines =
    stage === 'adult' ? grownUpLines(facts, path) : MILESTONE_LINES.growing[stage][lineFamilyOf(facts)];
  const subject = { body: bodyOf(facts), harmed: facts.harmed };
  const form = withArticle(FORMS[family][path]);
  return fillTemplate(pickLine(lines, { seed, field: 'stage', count: 0, subject }), { name, form });
}

/** Trust from which sentences mention closeness: punctual meals alone do not reach it. */
const CLOSE_TRUST = 75;

function grownUpLines({ family, trust = 0, harmed = false }: StageFacts, path: Path): Lines {
  const isClose = path === 'high_care' && trust >= CLOSE_TRUST && !harmed;
  return (isClose && GROWN_CLOSE[family]) || MILESTONE_LINES.grownUp[family][path];
}

export type AdoptionMilestone = 'first_adoption' | `tier_unlocked:${Exclude<UnlockableTier, 'common'>}`;

export function adoptionMessage(
  milestone: AdoptionMilestone,
  { name, seed }: Pick<StageFacts, 'name' | 'seed'>,
): string {
  const line = pickLine(MILESTONE_LINES.adoption[milestone], { seed, field: milestone, count: 0 });
  return fillTemplate(line, { name });
}

const STAT_OF: Partial<Record<Milestone, Stat>> = {
  trust_milestone: 'trust',
  happiness_milestone: 'happiness',
  discipline_milestone: 'discipline',
  health_milestone: 'health',
};

export function evolutionHint(facts: TendedCreature): string {
  const { creature, species, observed } = facts;
  const { seed, stage, name } = creature;
  const growth = expectedGrowth(creature, species, observed.at);
  const count = tellingAt(creature, observed.at);
  const linePick = { seed, field: 'hint', secondField: 'when', count };
  const [advice, when] = pickPairOf([adviceLines(facts)], [whenLines(facts)], linePick);
  const soon = growth ? formatTimeUntil((growth.at - observed.at) / HOUR) : 'later';
  const next = withArticle(STAGES[STAGES.indexOf(stage) + 1] ?? 'adult');
  return fillTemplate(joinLines(when, advice), { name, soon, next });
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

export const HINTS = asLines(evolutionHints);

/** How near a creature is to showing more of its stats, in words of five degrees. For its own keeper only. */
export function trustProgress(creature: HatchedCreature, species: Species, now: Instant): string | undefined {
  const stats = statsAt(creature, species, now);
  const next = nextOpening(species, stats);
  if (!next) return undefined;
  const { before, goal } = next;
  const lines = TRUST_DEGREES[before === undefined ? 'closed' : 'opening'];
  const from = before ?? STATS_AT_BIRTH.trust;
  const share = Math.max(0, (stats.trust - from) / (goal - from));
  return lines[Math.min(lines.length - 1, Math.floor(share * lines.length))];
}

export const TRUST_DEGREES = asLines(soulLines.trustDegrees);
