import poseLines from '#content/voice/lives/pose-lines.json' with { type: 'json' };
import behaviorLines from '#content/voice/lives/behavior-lines.json' with { type: 'json' };

import { HOUR } from '../../rules/base/clock.ts';
import { isHarmedRepeatedly } from '../../rules/heart/heart.ts';
import { hasHatched, type Creature } from '../../rules/lives/creature.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { tellingAt } from '../../rules/lives/growth.ts';
import { keeperSituation, publicSituation, type Situation } from '../../rules/situation.ts';
import { lineFamilyOf } from '../../rules/species/bodies.ts';
import { STATS, type Appearance, type Mood } from '../../rules/vocabulary.ts';
import { type SeenCreature, urgencyWords } from './needs.ts';
import * as voice from '../pick-line.ts';
import { nounsOf, stageNoun } from '../nouns.ts';
import { MANNER_LINES } from '../heart/manners.ts';
import { urgentWords } from '../pages/appearance-words.ts';
import { trustProgress } from './milestones.ts';

/** Sentences about the death clock and the meals. None follows from a stat, since some species hide theirs. */
export const POSE_LINES = voice.asLines(poseLines);

/** 7 lines per mood and 4 per family are first sentences; 13 asides per mood and 11 per stage follow, so pairs repeat late. */
export const BEHAVIOR_LINES = voice.asLines(behaviorLines);

/** Two sentences that change with every act of care and every hour; in danger the second says how long and what to do. */
export function behavior(facts: SeenCreature): string {
  const { creature, species, observed } = facts;
  const count = tellingAt(creature, observed.at);
  const situation = keeperSituation(observed);
  const subject = voice.lineSubject(species, creature);
  const turn = { seed: creature.seed, field: 'behavior', secondField: 'aside', count, subject };
  const aside = urgentAsides(observed, situation);
  const said = voice.pickPairOf(firstLines(facts, situation), aside ? [aside] : idleAsides(facts), turn);
  const words = templateWords(facts);
  if (isEndNear(situation)) return voice.fillTemplates(said, { ...words, ...urgencyWords(facts) });
  const hides = observed.hidden.length > 0 && hasHatched(creature);
  const progress = hides ? trustProgress(creature, species, observed.at) : undefined;
  const told = voice.fillTemplates(said, words);
  return progress === undefined ? told : `${told.slice(0, -1)} (${progress}).`;
}

/** The behaviour for visitors: the first of the two sentences, and how long the creature has where that is urgent. */
export function poseOf(facts: SeenCreature): string {
  const { creature, observed } = facts;
  // Chosen by UTC hours: local hours would reveal the keeper's time zone.
  const subject = voice.lineSubject(facts.species, creature);
  const linePick = { seed: creature.seed, field: 'pose', count: Math.floor(observed.at / HOUR), subject };
  const line = voice.pickLineOf(namingLines(firstLines(facts, publicSituation(observed))), linePick);
  const pose = voice.fillTemplate(line, templateWords(facts));
  const urgent = urgentWords(observed);
  return urgent === undefined ? pose : `${pose} It ${urgent}.`;
}

/** The lines that name the creature: a pose is read without a sentence before it. */
function namingLines([first, ...others]: voice.LineLists): voice.LineLists {
  return [named(first), ...others.map(named)];
}

function named(lines: readonly string[]): readonly string[] {
  const known = namedLists.get(lines);
  if (known) return known;
  const found = lines.filter((line) => line.includes('{name}'));
  namedLists.set(lines, found);
  return found;
}

/** One filtered list per list: the analysis of lines is cached by list. */
const namedLists = new WeakMap<readonly string[], readonly string[]>();

function firstLines({ observed, species }: SeenCreature, { appearance }: Situation): voice.LineLists {
  if (appearance === 'guarded') return [guardOf(observed).posture];
  const lines = LINES[appearance];
  return typeof lines === 'string'
    ? [BEHAVIOR_LINES.moodLines[lines], BEHAVIOR_LINES.familyLines[lines][lineFamilyOf(species)]]
    : [lines];
}

const LINES: Readonly<Record<Exclude<Appearance, 'guarded'>, voice.Lines | Mood>> = {
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

function isEndNear({ appearance, urgent }: Situation): boolean {
  return urgent || appearance === 'frightened';
}

function urgentAsides(observed: Observation, situation: Situation): voice.Lines | undefined {
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

/** The number of asides does not depend on the hour or the meals: a change would break the rotation. */
function idleAsides({ observed, creature, species, heart }: SeenCreature): voice.LineLists {
  const dueSoon = observed.feeding.status === 'due_soon';
  return [
    BEHAVIOR_LINES.stageAsides[creature.stage],
    dueSoon
      ? BEHAVIOR_LINES.feedingAsides.due_soon
      : BEHAVIOR_LINES.daypartAsides[daypartOf(observed.localHour)],
    pathAsides(creature),
    ...species.traits.map((trait) => BEHAVIOR_LINES.traitAsides[trait]),
    ...(heart?.manner ? [MANNER_LINES[heart.manner].behavior] : []),
  ];
}

function pathAsides(creature: Creature): voice.Lines {
  if (isHarmedRepeatedly(creature)) return BEHAVIOR_LINES.waryAsides;
  return creature.path ? BEHAVIOR_LINES.pathAsides[creature.path] : BEHAVIOR_LINES.growingAsides;
}

function daypartOf(hour: number): keyof typeof BEHAVIOR_LINES.daypartAsides {
  if (hour < 6 || hour >= 22) return 'night';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

function templateWords({ creature, species }: SeenCreature): voice.TemplateWords {
  return { ...nounsOf(species, creature.name), young: stageNoun(species, creature.stage) };
}
