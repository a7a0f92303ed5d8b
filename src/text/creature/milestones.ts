import milestoneLines from '#content/voice/lives/milestone-lines.json' with { type: 'json' };

import type { UnlockableTier } from '../../rules/agents.ts';
import { FORMS } from '../../rules/lives/growth.ts';
import type { ReachedMilestone } from '../../rules/lives/milestones.ts';
import { bodyOf, lineFamilyOf, type BodyOwner } from '../../rules/species/bodies.ts';
import type { Family, Milestone, Path, Stage, Stat } from '../../rules/vocabulary.ts';
import { withArticle } from '../nouns.ts';
import { fillTemplate, pickLine, type Lines } from '../pick-line.ts';

export const MILESTONE_LINES = milestoneLines as {
  readonly reached: Record<Milestone, Readonly<Record<number, Lines>>>;
  /** Of one that was harmed repeatedly. */
  readonly reachedHarmed: Partial<Record<Milestone, Lines>>;
  readonly anyOther: Lines;
  readonly keptQuiet: Lines;
  readonly adoption: Record<AdoptionMilestone, Lines>;
  /** Said when it reaches a stage before the last. */
  readonly growing: Record<Exclude<Stage, 'adult'>, Record<Family, Lines>>;
  /** What is said when it grows up, by how it was kept. */
  readonly grownUp: Record<Family, Record<Path, Lines>>;
  /** Of one that was kept as well as can be and trusts its keeper: what that has made of it. */
  readonly grownClose: Partial<Record<Family, Lines>>;
};

interface MilestoneFacts extends BodyOwner {
  readonly name: string;
  readonly seed: number;
  /** Its keeper has harmed it repeatedly: nothing is said of trust or closeness. */
  readonly harmed?: boolean | undefined;
  /** The stats it does not show: a milestone of one of them is told without saying of what. */
  readonly hidden: readonly Stat[];
}

/** The words for a threshold it has crossed for the first time. */
export function milestoneMessage(
  type: ReachedMilestone['type'],
  threshold: number | Stage,
  facts: MilestoneFacts & { readonly path?: Path | undefined },
): string {
  if (typeof threshold === 'string') return stageMessage(threshold, facts);
  const { seed, name, hidden, harmed = false } = facts;
  const { reached, anyOther, keptQuiet } = MILESTONE_LINES;
  const stat = STAT_OF[type];
  const open = stat === undefined || !hidden.includes(stat);
  const said = harmed ? MILESTONE_LINES.reachedHarmed[type] : undefined;
  const lines = open ? (said ?? reached[type][threshold] ?? anyOther) : keptQuiet;
  const subject = { body: bodyOf(facts), harmed };
  const linePick = { seed, field: type, count: open ? threshold : 0, subject };
  return fillTemplate(pickLine(lines, linePick), { name, threshold: String(threshold) });
}

interface StageFacts extends Pick<MilestoneFacts, 'name' | 'family' | 'slug' | 'seed' | 'harmed'> {
  readonly path?: Path | undefined;
  /** As it shows now; nothing is said of closeness without. */
  readonly trust?: number | undefined;
}

/** The words for a stage it has reached; those for an adult name the form it grew into. */
export function stageMessage(stage: Stage, facts: StageFacts): string {
  const { name, family, seed, path = 'balanced' } = facts;
  const lines =
    stage === 'adult' ? grownUpLines(facts, path) : MILESTONE_LINES.growing[stage][lineFamilyOf(facts)];
  const subject = { body: bodyOf(facts), harmed: facts.harmed };
  const form = withArticle(FORMS[family][path]);
  return fillTemplate(pickLine(lines, { seed, field: 'stage', count: 0, subject }), { name, form });
}

// However punctual its meals were, only one that trusts is said to be close.
const CLOSE_TRUST = 75;

function grownUpLines({ family, trust = 0, harmed = false }: StageFacts, path: Path): Lines {
  const isClose = path === 'high_care' && trust >= CLOSE_TRUST && !harmed;
  const close = isClose ? MILESTONE_LINES.grownClose[family] : undefined;
  return close ?? MILESTONE_LINES.grownUp[family][path];
}

export type AdoptionMilestone = 'first_adoption' | `tier_unlocked:${Exclude<UnlockableTier, 'common'>}`;

export function adoptionMessage(
  milestone: AdoptionMilestone,
  { name, seed }: Pick<MilestoneFacts, 'name' | 'seed'>,
): string {
  const line = pickLine(MILESTONE_LINES.adoption[milestone], { seed, field: milestone, count: 0 });
  return fillTemplate(line, { name });
}

const STAT_OF: Record<Milestone, Stat | undefined> = {
  trust_milestone: 'trust',
  happiness_milestone: 'happiness',
  discipline_milestone: 'discipline',
  health_milestone: 'health',
  care_streak: undefined,
  stage_transition: undefined,
};
