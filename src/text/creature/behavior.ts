import behaviorLines from '#content/voice/lives/behavior-lines.json' with { type: 'json' };
import poseLines from '#content/voice/lives/pose-lines.json' with { type: 'json' };
import speciesLines from '#content/voice/lives/species-lines.json' with { type: 'json' };

import { HOUR } from '../../rules/base/clock.ts';
import { isHarmedRepeatedly } from '../../rules/heart/heart.ts';
import { hasHatched, type Creature } from '../../rules/lives/creature.ts';
import { tellingAt } from '../../rules/lives/growth.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { keeperSituation, publicSituation, type Situation } from '../../rules/situation.ts';
import { lineFamilyOf } from '../../rules/species/bodies.ts';
import { STATS, type Appearance, type Mood } from '../../rules/vocabulary.ts';
import { MANNER_LINES } from '../heart/manners.ts';
import { nounsOf, stageNoun } from '../nouns.ts';
import { urgentWords } from '../pages/appearance-words.ts';
import {
  asLines,
  fillTemplate,
  fillTemplates,
  joinLines,
  type LineLists,
  type LinePick,
  type Lines,
  lineSubject,
  pickLineOf,
  pickPairOf,
  type TemplateWords,
  uncapitalize,
} from '../pick-line.ts';
import { trustProgress } from './milestones.ts';
import { type SeenCreature, urgencyWords } from './needs.ts';

/** Sentences about the death clock and the meals. None follows from a stat, since some species hide theirs. */
export const POSE_LINES = asLines(poseLines);

export const BEHAVIOR_LINES = asLines(behaviorLines);

export const SPECIES_LINES = asLines(speciesLines);
/** What only this species does, for each built-in one, when it is well. */
const LINES_OF_SPECIES: ReadonlyMap<string, LineLists> = new Map(
  Object.entries(SPECIES_LINES).map(([slug, lines]) => [slug, [lines]]),
);

/** Two sentences that change with every act of care and every hour; in danger the second says how long and what to do. */
export function behavior(facts: SeenCreature): string {
  const { creature, species, observed } = facts;
  const count = tellingAt(creature, observed.at);
  const turn = { seed: creature.seed, count, subject: lineSubject(species, creature) };
  const situation = keeperSituation(observed);
  const words = templateWords(facts);
  const doing = firstLines(facts, situation);
  if (isEndNear(situation)) {
    const dying = [BEHAVIOR_LINES.dyingAsides] as const;
    const said = pickPairOf(doing, dying, { ...turn, field: 'behavior', secondField: 'aside' });
    return fillTemplates(said, { ...words, ...urgencyWords(facts) });
  }
  const framed = framedLine(doing, observed, situation, turn);
  const told = fillTemplates([framed, asideFor(facts, situation, turn)], words);
  const hides = observed.hidden.length > 0 && hasHatched(creature);
  const progress = hides ? trustProgress(creature, species, observed.at) : undefined;
  return progress === undefined ? told : `${told.slice(0, -1)} (${progress}).`;
}

type LineTurn = Omit<LinePick, 'field'>;

/** A line within a sentence about the time of day; one about a creature that is failing stands alone. */
function framedLine(
  lines: LineLists,
  { localHour }: Observation,
  { appearance }: Situation,
  turn: LineTurn,
): string {
  if (appearance === 'failing') return pickLineOf(lines, { ...turn, field: 'behavior' });
  const frames = [BEHAVIOR_LINES.frames[daypartOf(localHour)]] as const;
  const fields = { field: 'frame', secondField: 'behavior' };
  const [frame, line] = pickPairOf(frames, lines, { ...turn, ...fields });
  const clause = line.slice(0, -1);
  return frame.replace('{doing}', frame.startsWith('{') ? clause : uncapitalize(clause));
}

function asideFor(facts: SeenCreature, situation: Situation, turn: LineTurn): string {
  const [lines, tails] = asideLines(facts, situation);
  if (!tails) return pickLineOf(lines, { ...turn, field: 'aside' });
  return joinLines(...pickPairOf(lines, tails, { ...turn, field: 'aside', secondField: 'aside+' }));
}

/** The behaviour for visitors: the first of the two sentences, and how long the creature has where that is urgent. */
export function poseOf(facts: SeenCreature): string {
  const { creature, observed } = facts;
  // Chosen by UTC hours: local hours would reveal the keeper's time zone.
  const subject = lineSubject(facts.species, creature);
  const linePick = { seed: creature.seed, field: 'pose', count: Math.floor(observed.at / HOUR), subject };
  const line = pickLineOf(namingLines(firstLines(facts, publicSituation(observed))), linePick);
  const pose = fillTemplate(line, templateWords(facts));
  const urgent = urgentWords(observed);
  return urgent === undefined ? pose : `${pose} It ${urgent}.`;
}

/** The lines that name the creature: a pose is read without a sentence before it. */
function namingLines([first, ...others]: LineLists): LineLists {
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

function firstLines({ observed, species }: SeenCreature, { appearance }: Situation): LineLists {
  if (appearance === 'guarded') return [guardOf(observed).posture];
  const lines = LINES[appearance];
  return typeof lines === 'string'
    ? [
        BEHAVIOR_LINES.moodLines[lines],
        BEHAVIOR_LINES.familyLines[lines][lineFamilyOf(species)],
        ...(GOOD_MOODS.has(lines) ? (LINES_OF_SPECIES.get(species.slug) ?? []) : []),
      ]
    : [lines];
}

const GOOD_MOODS: ReadonlySet<Mood> = new Set(['happy', 'content', 'curious']);

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

function isEndNear({ appearance, urgent }: Situation): boolean {
  return urgent || appearance === 'frightened';
}

/** One list, or two whose lines are joined. */
type AsideLines = readonly [lines: LineLists, tails?: LineLists];

function asideLines(facts: SeenCreature, { appearance }: Situation): AsideLines {
  const { observed } = facts;
  const { status } = observed.feeding;
  const { moodAsides, feedingAsides, sleepingUnfed, asleepTails, needTails } = BEHAVIOR_LINES;
  if (appearance === 'asleep' || appearance === 'restless')
    return [[status === 'critical' ? sleepingUnfed : ASLEEP_ASIDES[appearance]], [asleepTails]];
  if (observed.hidden.length > 0) return [[guardOf(observed).aside], hourAsides(facts)];
  if (appearance === 'failing') return [[moodAsides.critical]];
  if (status === 'critical') return [[feedingAsides.critical], [needTails]];
  if (appearance === 'sick') return [[moodAsides.sick], [needTails]];
  if (status === 'overdue') return [[feedingAsides.overdue], [needTails]];
  if (appearance === 'hungry') return [[moodAsides.hungry], [needTails]];
  return appearance === 'sad' ? [[moodAsides.low], [needTails]] : [ageAsides(facts), hourAsides(facts)];
}

const ASLEEP_ASIDES = { asleep: BEHAVIOR_LINES.moodAsides.sleeping, restless: BEHAVIOR_LINES.restlessAsides };

function ageAsides({ creature, heart }: SeenCreature): LineLists {
  return [
    BEHAVIOR_LINES.stageAsides[creature.stage],
    pathAsides(creature),
    ...(heart?.manner ? [MANNER_LINES[heart.manner].behavior] : []),
  ];
}

/** The number of asides does not depend on the hour or the meals: a change would break the rotation. */
function hourAsides({ observed, species }: SeenCreature): LineLists {
  const { daypartAsides, feedingAsides, traitAsides } = BEHAVIOR_LINES;
  const dueSoon = observed.feeding.status === 'due_soon';
  return [
    dueSoon ? feedingAsides.due_soon : daypartAsides[daypartOf(observed.localHour)],
    ...species.traits.map((trait) => traitAsides[trait]),
  ];
}

function pathAsides(creature: Creature): Lines {
  if (isHarmedRepeatedly(creature)) return BEHAVIOR_LINES.waryAsides;
  return creature.path ? BEHAVIOR_LINES.pathAsides[creature.path] : BEHAVIOR_LINES.growingAsides;
}

function daypartOf(hour: number): keyof typeof BEHAVIOR_LINES.daypartAsides {
  if (hour < 6 || hour >= 22) return 'night';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

function templateWords({ creature, species }: SeenCreature): TemplateWords {
  return { ...nounsOf(species, creature.name), young: stageNoun(species, creature.stage) };
}
