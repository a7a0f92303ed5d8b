import { HOUR } from '../../core/engine/clock.ts';
import type { Heart } from '../../core/heart/heart.ts';
import type { Creature } from '../../core/lives/creature.ts';
import type { Observation } from '../../core/lives/observe.ts';
import { tellingAt } from '../../core/lives/telling.ts';
import { appearanceOf, isLow } from '../../core/public/appearance.ts';
import type { Species } from '../../core/species/species.ts';
import { STATS, type Appearance } from '../../core/vocabulary.ts';
import { nounsOf, STAGE_NOUNS } from '../engine/nouns.ts';
import {
  fillTemplate,
  fillTemplates,
  pickLineOf,
  type Lines,
  type TemplateWords,
} from '../engine/pick-line.ts';
import { mannerAsides } from '../heart/manners.ts';
import {
  DAYPART_ASIDES,
  FAMILY_LINES,
  FEEDING_ASIDES,
  GROWING_ASIDES,
  GUARDED,
  LOW_LINES,
  MOOD_ASIDES,
  MOOD_LINES,
  PATH_ASIDES,
  SLEEPING_UNFED,
  STAGE_ASIDES,
  TRAIT_ASIDES,
  type Daypart,
} from './behavior-lines.ts';
import { AFRAID_LINES, RESTLESS_LINES, WAITING_LINES } from './pose-lines.ts';

/** A living, hatched creature and what can be seen of it. */
export interface SeenCreature {
  readonly observed: Observation;
  readonly creature: Creature;
  readonly species: Species;
  /** What it carries with it, where that is known. */
  readonly heart?: Pick<Heart, 'manner'> | undefined;
}

/**
 * What it is doing now, in two sentences that are new with every act of care and every hour after it. Of one that hides
 * a stat only its posture is told.
 */
export function behavior(facts: SeenCreature): string {
  const { seed } = facts.creature;
  const count = tellingAt(facts.creature, facts.observed.at);
  const said = [
    pickLineOf(firstLines(facts), { seed, field: 'behavior', count }),
    pickLineOf(secondLines(facts), { seed, field: 'aside', count }),
  ];
  return fillTemplates(said, templateWords(facts));
}

/** The first of the two sentences, for anybody to read. */
export function poseOf(facts: SeenCreature): string {
  const { creature, observed } = facts;
  // By hours of UTC: which hour it is where its keeper lives is nobody's business.
  const linePick = { seed: creature.seed, field: 'pose', count: Math.floor(observed.at / HOUR) };
  return fillTemplate(pickLineOf(poseLines(facts), linePick), templateWords(facts));
}

/** Lists of which all lines fit, in the order in which they are told. */
type FittingLines = readonly [Lines, ...Lines[]];

// Visitors read what fits the face they see.
function poseLines(facts: SeenCreature): FittingLines {
  const { observed, species } = facts;
  const appearance = appearanceOf(observed);
  if (appearance === 'hungry') return [MOOD_LINES.hungry, FAMILY_LINES.hungry[species.family]];
  // One that fails, or fades of its illness, has lines of its own.
  if (appearance === 'fading' && observed.seemingMood === 'critical') return firstLines(facts);
  const lines = ALARMED_LINES[appearance];
  return lines ? [lines] : firstLines(facts);
}

const ALARMED_LINES: Readonly<Partial<Record<Appearance, Lines>>> = {
  fading: AFRAID_LINES,
  frightened: AFRAID_LINES,
  restless: RESTLESS_LINES,
  waiting: WAITING_LINES,
};

function firstLines(facts: SeenCreature): FittingLines {
  const mood = facts.observed.seemingMood;
  if (isLow(facts.observed)) return [LOW_LINES];
  const guard = guardOf(facts);
  return guard ? [guard.posture] : [MOOD_LINES[mood], FAMILY_LINES[mood][facts.species.family]];
}

function guardOf({ observed: { seemingMood, hidden } }: SeenCreature) {
  if (hidden.length === 0 || seemingMood === 'sleeping') return undefined;
  return hidden.length === STATS.length ? GUARDED.closed : GUARDED.opening;
}

function secondLines(facts: SeenCreature): FittingLines {
  const aside = guardOf(facts)?.aside ?? urgentAsides(facts);
  return aside ? [aside] : idleAsides(facts);
}

// The most urgent fact decides.
function urgentAsides({ observed }: SeenCreature): Lines | undefined {
  const { seemingMood: mood, feeding } = observed;
  if (mood === 'sleeping' && feeding.status === 'critical') return SLEEPING_UNFED;
  if (mood === 'sleeping' || mood === 'critical') return MOOD_ASIDES[mood];
  if (feeding.status === 'critical') return FEEDING_ASIDES.critical;
  if (mood === 'sick') return MOOD_ASIDES.sick;
  if (feeding.status === 'overdue') return FEEDING_ASIDES.overdue;
  if (mood === 'hungry') return MOOD_ASIDES.hungry;
  return isLow(observed) ? MOOD_ASIDES.low : undefined;
}

// Always as many for one creature, whatever the hour and its meals: lists that grew or shrank would lose their turn.
function idleAsides({ observed, creature, species, heart }: SeenCreature): FittingLines {
  const dueSoon = observed.feeding.status === 'due_soon';
  return [
    STAGE_ASIDES[creature.stage],
    dueSoon ? FEEDING_ASIDES.due_soon : DAYPART_ASIDES[daypartOf(observed.localHour)],
    creature.path ? PATH_ASIDES[creature.path] : GROWING_ASIDES,
    ...species.traits.map((trait) => TRAIT_ASIDES[trait]),
    ...(heart?.manner ? [mannerAsides(heart.manner)] : []),
  ];
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

function templateWords({ creature, species: { family } }: SeenCreature): TemplateWords {
  const { name, bowl, there, voice } = nounsOf(family, creature.name);
  return { name, bowl, there, voice, young: STAGE_NOUNS[family][creature.stage] };
}
