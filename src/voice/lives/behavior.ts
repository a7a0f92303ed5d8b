import { HOUR } from '../../core/engine/clock.ts';
import type { Creature } from '../../core/lives/creature.ts';
import type { Observation } from '../../core/lives/observe.ts';
import { tellingAt } from '../../core/lives/telling.ts';
import type { Species } from '../../core/species/species.ts';
import { STATS } from '../../core/vocabulary.ts';
import { NOUNS, STAGE_NOUNS } from '../engine/nouns.ts';
import { fillTemplate, pickLine, type Lines } from '../engine/pick-line.ts';
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

/** A living, hatched creature and what can be seen of it. */
export interface SeenCreature {
  readonly observed: Observation;
  readonly creature: Creature;
  readonly species: Species;
}

/**
 * What it is doing now, in two sentences that are new with every act of care and every hour after it. Of one that hides
 * a stat only its posture is told.
 */
export function behavior(facts: SeenCreature): string {
  const linePick = {
    seed: facts.creature.seed,
    field: 'behavior',
    count: tellingAt(facts.creature, facts.observed.at),
  };
  const said = [
    pickLine(firstLines(facts), linePick),
    pickLine(guardOf(facts)?.aside ?? asidesFor(facts), { ...linePick, field: 'aside' }),
  ];
  return fillTemplate(said.join(' '), templateWords(facts));
}

/** The first of the two sentences, for anybody to read. */
export function poseOf(facts: SeenCreature): string {
  const { creature, observed } = facts;
  // By hours of UTC: which hour it is where its keeper lives is nobody's business.
  const linePick = { seed: creature.seed, field: 'pose', count: Math.floor(observed.at / HOUR) };
  return fillTemplate(pickLine(firstLines(facts), linePick), templateWords(facts));
}

function firstLines(facts: SeenCreature): Lines {
  const mood = facts.observed.seemingMood;
  if (isLow(facts.observed)) return LOW_LINES;
  return guardOf(facts)?.posture ?? [...MOOD_LINES[mood], ...FAMILY_LINES[mood][facts.species.family]];
}

const LOW_HAPPINESS = 30;

/** Neither ill nor hungry, and still in poor spirits. */
export function isLow({ seemingMood, shown: { happiness = LOW_HAPPINESS } }: Observation): boolean {
  return (seemingMood === 'content' || seemingMood === 'curious') && happiness < LOW_HAPPINESS;
}

function guardOf({ observed: { seemingMood, hidden } }: SeenCreature) {
  if (hidden.length === 0 || seemingMood === 'sleeping') return undefined;
  return hidden.length === STATS.length ? GUARDED.closed : GUARDED.opening;
}

// The most urgent fact decides.
function asidesFor(facts: SeenCreature): Lines {
  const { seemingMood: mood, feeding } = facts.observed;
  if (mood === 'sleeping' && feeding.status === 'critical') return SLEEPING_UNFED;
  if (mood === 'sleeping' || mood === 'critical') return MOOD_ASIDES[mood];
  if (feeding.status === 'critical') return FEEDING_ASIDES.critical;
  if (mood === 'sick') return MOOD_ASIDES.sick;
  if (feeding.status === 'overdue') return FEEDING_ASIDES.overdue;
  if (mood === 'hungry') return MOOD_ASIDES.hungry;
  if (isLow(facts.observed)) return MOOD_ASIDES.low;
  return idleAsides(facts);
}

// Always as many for one creature, whatever the hour and its meals: a list that grew or shrank would lose its turn.
function idleAsides({ observed, creature, species }: SeenCreature): Lines {
  const dueSoon = observed.feeding.status === 'due_soon';
  return [
    ...STAGE_ASIDES[creature.stage],
    ...(dueSoon ? FEEDING_ASIDES.due_soon : DAYPART_ASIDES[daypartOf(observed.localHour)]),
    ...(creature.path ? PATH_ASIDES[creature.path] : GROWING_ASIDES),
    ...species.traits.flatMap((trait) => TRAIT_ASIDES[trait]),
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

function templateWords({ creature, species: { family } }: SeenCreature): Readonly<Record<string, string>> {
  return { ...NOUNS[family], name: creature.name, young: STAGE_NOUNS[family][creature.stage] };
}
