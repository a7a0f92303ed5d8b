import { HOUR } from '../../core/engine/clock.ts';
import { isHarmedRepeatedly } from '../../core/heart/care-digest.ts';
import type { Heart } from '../../core/heart/heart.ts';
import type { Creature } from '../../core/lives/creature.ts';
import type { Observation } from '../../core/lives/observe.ts';
import { tellingAt } from '../../core/lives/telling.ts';
import { keeperSituation, publicSituation, type Situation } from '../../core/public/situation.ts';
import { lineFamilyOf } from '../../core/species/bodies.ts';
import type { Species } from '../../core/species/species.ts';
import { STATS, type Appearance, type Mood } from '../../core/vocabulary.ts';
import { urgencyWords } from '../care/needs.ts';
import { lineSubject } from '../engine/fitting-lines.ts';
import { nounsOf, stageNoun } from '../engine/nouns.ts';
import {
  fillTemplate,
  fillTemplates,
  pickLineOf,
  pickPairOf,
  type Lines,
  type TemplateWords,
} from '../engine/pick-line.ts';
import { mannerAsides } from '../heart/manners.ts';
import { urgentWords } from '../public/appearance-words.ts';
import {
  DAYPART_ASIDES,
  DYING_ASIDES,
  FAMILY_LINES,
  FEEDING_ASIDES,
  GROWING_ASIDES,
  GUARDED,
  LOW_LINES,
  MOOD_ASIDES,
  MOOD_LINES,
  PATH_ASIDES,
  RESTLESS_ASIDES,
  SLEEPING_UNFED,
  STAGE_ASIDES,
  TRAIT_ASIDES,
  WARY_ASIDES,
  type Daypart,
} from './behavior-lines.ts';
import { AFRAID_LINES, RESTLESS_LINES, UNFED_LINES, WAITING_LINES } from './pose-lines.ts';

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
  return fillTemplates(said, isEndNear(situation) ? { ...words, ...urgencyWords(facts) } : words);
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
    ? [MOOD_LINES[lines], FAMILY_LINES[lines][lineFamilyOf(species)]]
    : [lines];
}

const LINES: Readonly<Record<Exclude<Appearance, 'guarded'>, Lines | Mood>> = {
  fading: AFRAID_LINES,
  failing: 'critical',
  frightened: AFRAID_LINES,
  restless: RESTLESS_LINES,
  sick: 'sick',
  hungry: 'hungry',
  unfed: UNFED_LINES,
  sad: LOW_LINES,
  waiting: WAITING_LINES,
  asleep: 'sleeping',
  happy: 'happy',
  content: 'content',
  curious: 'curious',
};

function guardOf({ hidden }: Observation) {
  return hidden.length === STATS.length ? GUARDED.closed : GUARDED.opening;
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
  if (isEndNear(situation)) return DYING_ASIDES;
  const { status } = observed.feeding;
  const { appearance } = situation;
  if (appearance === 'asleep' || appearance === 'restless')
    return status === 'critical' ? SLEEPING_UNFED : ASLEEP_ASIDES[appearance];
  if (observed.hidden.length > 0) return guardOf(observed).aside;
  if (appearance === 'failing') return MOOD_ASIDES.critical;
  if (status === 'critical') return FEEDING_ASIDES.critical;
  if (appearance === 'sick') return MOOD_ASIDES.sick;
  if (status === 'overdue') return FEEDING_ASIDES.overdue;
  if (appearance === 'hungry') return MOOD_ASIDES.hungry;
  return appearance === 'sad' ? MOOD_ASIDES.low : undefined;
}

const ASLEEP_ASIDES = { asleep: MOOD_ASIDES.sleeping, restless: RESTLESS_ASIDES };

// Always as many for one creature, whatever the hour and its meals: lists that grew or shrank would lose their turn.
function idleAsides({ observed, creature, species, heart }: SeenCreature): FittingLines {
  const dueSoon = observed.feeding.status === 'due_soon';
  return [
    STAGE_ASIDES[creature.stage],
    dueSoon ? FEEDING_ASIDES.due_soon : DAYPART_ASIDES[daypartOf(observed.localHour)],
    pathAsides(creature),
    ...species.traits.map((trait) => TRAIT_ASIDES[trait]),
    ...(heart?.manner ? [mannerAsides(heart.manner)] : []),
  ];
}

function pathAsides(creature: Creature): Lines {
  if (isHarmedRepeatedly(creature)) return WARY_ASIDES;
  return creature.path ? PATH_ASIDES[creature.path] : GROWING_ASIDES;
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
  const { name, bowl, there, voice } = nounsOf(species, creature.name);
  return { name, bowl, there, voice, young: stageNoun(species, creature.stage) };
}
