import type { Hatched } from '../core/creature.ts';
import type { Observed } from '../core/observe.ts';
import { SAME_VISIT } from '../core/rhythm.ts';
import type { Species } from '../core/species/species.ts';
import type { Action } from '../core/vocabulary.ts';
import { isTooShy, wantsGameFirst } from './temper.ts';

/** One that lives and has hatched, and how it looks. */
export interface Tended {
  readonly creature: Hatched;
  readonly species: Species;
  readonly observed: Observed;
}

/** How soon something has to be done: by what it costs to leave it. */
export type Urgency = 'life' | 'harm' | 'meal' | 'comfort';

/** Something it needs now, and why in words with a gap for its name. */
export interface Need {
  readonly urgency: Urgency;
  readonly action: Action;
  readonly why: string;
}

/** What it needs now, as far as it shows, the most pressing first. */
export function needsOf(tended: Tended): readonly Need[] {
  if (tended.observed.asleepUntil) return isInDanger(tended.observed) && !justSeenTo(tended) ? [VIGIL] : [];
  if (isTooShy(tended)) return isInDanger(tended.observed) ? [WIN_IT_OVER_SOON] : [WIN_IT_OVER];
  return [...illness(tended.observed), ...hunger(tended), ...comforts(tended)].toSorted(
    (one, other) => URGENCIES.indexOf(one.urgency) - URGENCIES.indexOf(other.urgency),
  );
}

/** From the most urgent down. */
export const URGENCIES: readonly Urgency[] = ['life', 'harm', 'meal', 'comfort'];

const VIGIL: Need = {
  urgency: 'life',
  action: 'reflect',
  why: '{name} is asleep and in danger: sit with it, which is all it takes now.',
};

const WIN_IT_OVER: Need = {
  urgency: 'meal',
  action: 'reflect',
  why: '{name} is too shy for anything else yet: reflect until it uncurls.',
};

const WIN_IT_OVER_SOON: Need = { ...WIN_IT_OVER, urgency: 'life' };

const isInDanger = ({ feeding, deathClock }: Observed): boolean =>
  feeding.status === 'critical' || deathClock.urgency === 'critical' || deathClock.urgency === 'imminent';

const justSeenTo = ({ creature, observed }: Tended): boolean =>
  observed.at - creature.life.lastCareAt < SAME_VISIT;

const GRAVE_HEALTH = 20;
const SICK_HEALTH = 40;
/** A missed meal costs health before it helps, and in so few hours there may be none to spare. */
const HOURS_TOO_FEW_TO_EAT = 5;

function illness({ shown, feeding, checkin, deathClock }: Observed): readonly Need[] {
  if (shown.health !== undefined)
    return shown.health < GRAVE_HEALTH ? [GRAVE] : shown.health < SICK_HEALTH ? [SICK] : [];
  // Of one that hides its health, only what its clocks tell anyway.
  const starving = feeding.status === 'critical';
  const grave = starving ? deathClock.hoursRemaining < HOURS_TOO_FEW_TO_EAT : checkin.reason === 'critical';
  return grave ? [GRAVE] : [];
}

const GRAVE: Need = {
  urgency: 'life',
  action: 'medicine',
  why: '{name} is in danger: medicine first, then food.',
};

const SICK: Need = { urgency: 'harm', action: 'medicine', why: '{name} is sick: give it medicine.' };

function hunger(tended: Tended): readonly Need[] {
  const { feeding } = tended.observed;
  if (feeding.status === 'ok') return [];
  const urgency = isInDanger(tended.observed) ? 'life' : feeding.status === 'overdue' ? 'harm' : 'meal';
  if (wantsGameFirst(tended))
    return [{ urgency, action: 'play', why: '{name} wants to play before it eats: play, then feed it.' }];
  return [{ urgency, action: 'feed', why: MEAL_WORDS[urgency] }];
}

const MEAL_WORDS: Record<Exclude<Urgency, 'comfort'>, string> = {
  life: '{name} is starving: feed it before anything else.',
  harm: 'The meal of {name} is late: feed it now.',
  meal: 'The feeding window is open: a meal counts in full now.',
};

// Low enough for one whose gauges never show more than half.
const UNHAPPY = 50;
const FRAIL = 50;

// At most once a visit each, or one that gains little would be played with for ever.
function comforts({ creature: { life }, observed: { at, shown } }: Tended): readonly Need[] {
  const { happiness = UNHAPPY, health = FRAIL } = shown;
  return [
    ...(happiness < UNHAPPY && at - life.lastPlayedAt >= SAME_VISIT ? [PLAY] : []),
    ...(health < FRAIL && at - life.lastCleanedAt >= SAME_VISIT ? [CLEAN] : []),
  ];
}

const PLAY: Need = { urgency: 'comfort', action: 'play', why: '{name} is low: play with it.' };
const CLEAN: Need = { urgency: 'comfort', action: 'clean', why: 'Clean {name}: its health could be better.' };
