import poseLines from '#content/voice/lives/pose-lines.json' with { type: 'json' };
import behaviorLines from '#content/voice/lives/behavior-lines.json' with { type: 'json' };

import { HOUR } from '../../rules/base/clock.ts';
import { isHarmedRepeatedly } from '../../rules/heart/care-digest.ts';
import type { Heart } from '../../rules/heart/heart.ts';
import { hasHatched, type Creature } from '../../rules/lives/creature.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { tellingAt } from '../../rules/lives/milestones.ts';
import { keeperSituation, publicSituation, type Situation } from '../../rules/situation.ts';
import { lineFamilyOf } from '../../rules/species/bodies.ts';
import type { Species } from '../../rules/species/species.ts';
import {
  STATS,
  type Appearance,
  type Mood,
  type Family,
  type FeedingStatus,
  type Path,
  type Stage,
  type Trait,
} from '../../rules/vocabulary.ts';
import { urgencyWords } from './needs.ts';
import {
  fillTemplate,
  fillTemplates,
  type Lines,
  lineSubject,
  pickLineOf,
  pickPairOf,
  type TemplateWords,
} from '../pick-line.ts';
import { nounsOf, stageNoun } from '../nouns.ts';
import { mannerAsides } from '../heart/manners.ts';
import { urgentWords } from '../pages/appearance-words.ts';
import { trustProgress } from './evolution-hint.ts';

// Lines about the clock and the meals of a creature. None follows from a stat, since some species hide theirs.

export const POSE_LINES = poseLines as {
  /** In danger, and awake. */
  readonly afraidLines: Lines;
  /** Asleep, though it is in danger. */
  readonly restlessLines: Lines;
  /** Nothing is wrong yet, and nobody has come for a while. */
  readonly waitingLines: Lines;
  /** Its meal is late, whether it is hungry or not. */
  readonly unfedLines: Lines;
};

type TwoLines = readonly [string, string];
type FourLines = readonly [string, string, string, string];
type SevenLines = readonly [string, string, string, string, string, string, string];
type AsideMood = Exclude<Mood, 'happy' | 'content' | 'curious'> | 'low';
type Daypart = 'morning' | 'afternoon' | 'evening' | 'night';

export const BEHAVIOR_LINES = behaviorLines as {
  /** What any creature does in a mood. With its family's four there are eleven, taken in turn. */
  readonly moodLines: Record<Mood, SevenLines>;
  readonly familyLines: Record<Mood, Record<Family, FourLines>>;
  /** What any creature does that is neither ill nor hungry, and still in poor spirits. */
  readonly lowLines: Lines;
  /** In thirteens: with eleven first sentences, no two of them meet again for a long time. */
  readonly moodAsides: Record<AsideMood, Lines>;
  /** Of one whose death clock is short: how long it has, and what to do. */
  readonly dyingAsides: Lines;
  /** Of one that sleeps in danger, though its feeding is not critical. */
  readonly restlessAsides: Lines;
  /** Of one that sleeps while its feeding is critical. */
  readonly sleepingUnfed: Lines;
  readonly feedingAsides: Record<Exclude<FeedingStatus, 'ok' | 'due_soon'>, Lines> & {
    readonly due_soon: TwoLines;
  };
  /** Eleven for each age: with the pairs of everything else, the number stays odd. */
  readonly stageAsides: Record<Stage, Lines>;
  readonly daypartAsides: Record<Daypart, TwoLines>;
  readonly pathAsides: Record<Path, TwoLines>;
  /** Of one that its keeper has harmed repeatedly. */
  readonly waryAsides: TwoLines;
  /** Of one that has no path yet. */
  readonly growingAsides: TwoLines;
  readonly traitAsides: Record<Trait, TwoLines>;
  /** What can be seen of one that hides all its stats, or some of them. */
  readonly guarded: Record<'closed' | 'opening', { readonly posture: Lines; readonly aside: Lines }>;
};

/** Everything that may follow a first sentence, for whoever reads the whole table. */
export const ASIDES: readonly Lines[] = [
  BEHAVIOR_LINES.moodAsides,
  BEHAVIOR_LINES.feedingAsides,
  [BEHAVIOR_LINES.sleepingUnfed, BEHAVIOR_LINES.dyingAsides, BEHAVIOR_LINES.restlessAsides],
  BEHAVIOR_LINES.stageAsides,
  BEHAVIOR_LINES.daypartAsides,
  BEHAVIOR_LINES.pathAsides,
  [BEHAVIOR_LINES.growingAsides, BEHAVIOR_LINES.waryAsides],
  BEHAVIOR_LINES.traitAsides,
].flatMap((table): Lines[] => Object.values(table));

/** A living, hatched creature and what can be seen of it. */
export interface SeenCreature {
  readonly observed: Observation;
  readonly creature: Creature;
  readonly species: Species;
  /** What it carries with it, where that is known. */
  readonly heart?: Pick<Heart, 'manner'> | undefined;
}

/**
 * What it is doing now, in two sentences that are new with every act of care and every hour after it. With an urgent
 * death clock the second says how long it has and what to do.
 */
export function behavior(facts: SeenCreature): string {
  const { seed } = facts.creature;
  const count = tellingAt(facts.creature, facts.observed.at);
  const situation = keeperSituation(facts.observed);
  const subject = lineSubject(facts.species, facts.creature);
  const turn = { seed, field: 'behavior', secondField: 'aside', count, subject };
  const said = pickPairOf(firstLines(facts, situation), secondLines(facts, situation), turn);
  const words = templateWords(facts);
  if (isEndNear(situation)) return fillTemplates(said, { ...words, ...urgencyWords(facts) });
  const progress = progressOf(facts);
  const told = fillTemplates(said, words);
  return progress === undefined ? told : `${told.slice(0, -1)} (${progress}).`;
}

/** How far one that hides something is from opening up. */
function progressOf({ creature, species, observed }: SeenCreature): string | undefined {
  if (observed.hidden.length === 0 || !hasHatched(creature)) return undefined;
  return trustProgress(creature, species, observed.at);
}

/** What visitors read: the first of the two sentences, and how long it has where that is urgent. */
export function poseOf(facts: SeenCreature): string {
  const { creature, observed } = facts;
  // By hours of UTC: the local hour would tell where its keeper lives.
  const subject = lineSubject(facts.species, creature);
  const linePick = { seed: creature.seed, field: 'pose', count: Math.floor(observed.at / HOUR), subject };
  const pose = fillTemplate(
    pickLineOf(firstLines(facts, publicSituation(observed)), linePick),
    templateWords(facts),
  );
  const urgent = urgentWords(observed);
  return urgent === undefined ? pose : `${pose} It ${urgent}.`;
}

/** Lists of which all lines fit, in the order in which they are told. */
type FittingLines = readonly [Lines, ...Lines[]];

// Eleven lines for each appearance: its own, or those of a mood.
function firstLines({ observed, species }: SeenCreature, { appearance }: Situation): FittingLines {
  if (appearance === 'guarded') return [guardOf(observed).posture];
  const lines = LINES[appearance];
  return typeof lines === 'string'
    ? [BEHAVIOR_LINES.moodLines[lines], BEHAVIOR_LINES.familyLines[lines][lineFamilyOf(species)]]
    : [lines];
}

const LINES: Readonly<Record<Exclude<Appearance, 'guarded'>, Lines | Mood>> = {
  fading: POSE_LINES.afraidLines,
  failing: 'critical',
  frightened: POSE_LINES.afraidLines,
  restless: POSE_LINES.restlessLines,
  sick: 'sick',
  hungry: 'hungry',
  unfed: POSE_LINES.unfedLines,
  sad: BEHAVIOR_LINES.lowLines,
  waiting: POSE_LINES.waitingLines,
  asleep: 'sleeping',
  happy: 'happy',
  content: 'content',
  curious: 'curious',
};

function guardOf({ hidden }: Observation) {
  return hidden.length === STATS.length ? BEHAVIOR_LINES.guarded.closed : BEHAVIOR_LINES.guarded.opening;
}

function secondLines(facts: SeenCreature, situation: Situation): FittingLines {
  const aside = urgentAsides(facts.observed, situation);
  return aside ? [aside] : idleAsides(facts);
}

/** Its clock puts it in danger, and not only its health. */
function isEndNear({ appearance, urgent }: Situation): boolean {
  return urgent || appearance === 'frightened';
}

// The most urgent fact decides.
function urgentAsides(observed: Observation, situation: Situation): Lines | undefined {
  if (isEndNear(situation)) return BEHAVIOR_LINES.dyingAsides;
  const { status } = observed.feeding;
  const { appearance } = situation;
  if (appearance === 'asleep' || appearance === 'restless')
    return status === 'critical' ? BEHAVIOR_LINES.sleepingUnfed : ASLEEP_ASIDES[appearance];
  if (observed.hidden.length > 0) return guardOf(observed).aside;
  if (appearance === 'failing') return BEHAVIOR_LINES.moodAsides.critical;
  if (status === 'critical') return BEHAVIOR_LINES.feedingAsides.critical;
  if (appearance === 'sick') return BEHAVIOR_LINES.moodAsides.sick;
  if (status === 'overdue') return BEHAVIOR_LINES.feedingAsides.overdue;
  if (appearance === 'hungry') return BEHAVIOR_LINES.moodAsides.hungry;
  return appearance === 'sad' ? BEHAVIOR_LINES.moodAsides.low : undefined;
}

const ASLEEP_ASIDES = { asleep: BEHAVIOR_LINES.moodAsides.sleeping, restless: BEHAVIOR_LINES.restlessAsides };

// Always as many for one creature, whatever the hour and its meals: lists that grew or shrank would lose their turn.
function idleAsides({ observed, creature, species, heart }: SeenCreature): FittingLines {
  const dueSoon = observed.feeding.status === 'due_soon';
  return [
    BEHAVIOR_LINES.stageAsides[creature.stage],
    dueSoon
      ? BEHAVIOR_LINES.feedingAsides.due_soon
      : BEHAVIOR_LINES.daypartAsides[daypartOf(observed.localHour)],
    pathAsides(creature),
    ...species.traits.map((trait) => BEHAVIOR_LINES.traitAsides[trait]),
    ...(heart?.manner ? [mannerAsides(heart.manner)] : []),
  ];
}

function pathAsides(creature: Creature): Lines {
  if (isHarmedRepeatedly(creature)) return BEHAVIOR_LINES.waryAsides;
  return creature.path ? BEHAVIOR_LINES.pathAsides[creature.path] : BEHAVIOR_LINES.growingAsides;
}

const DAYPARTS: readonly { readonly before: number; readonly part: Daypart }[] = [
  { before: 6, part: 'night' },
  { before: 12, part: 'morning' },
  { before: 18, part: 'afternoon' },
  { before: 22, part: 'evening' },
];

function daypartOf(hour: number): Daypart {
  return DAYPARTS.find(({ before }) => hour < before)?.part ?? 'night';
}

function templateWords({ creature, species }: SeenCreature): TemplateWords {
  return { ...nounsOf(species, creature.name), young: stageNoun(species, creature.stage) };
}
