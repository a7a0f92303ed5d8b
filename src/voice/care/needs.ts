import { DEFAULT_EFFECTS } from '../../core/care/item-effects.ts';
import type { HatchedCreature } from '../../core/lives/creature.ts';
import { statsAt } from '../../core/lives/decay.ts';
import type { Observation } from '../../core/lives/observe.ts';
import { SAME_VISIT } from '../../core/lives/rhythm.ts';
import { mechanicsOf, type CareMoment } from '../../core/species/mechanics.ts';
import type { Species } from '../../core/species/species.ts';
import type { StatChanges } from '../../core/stats.ts';
import type { Action, ItemAction } from '../../core/vocabulary.ts';
import { pickLine } from '../engine/pick-line.ts';
import type { SeenCreature } from '../lives/behavior.ts';

/** One that lives and has hatched, and how it looks. */
export interface TendedCreature extends SeenCreature {
  readonly creature: HatchedCreature;
}

/** How soon something has to be done: by what it costs to leave it. */
type NeedUrgency = 'life' | 'harm' | 'meal' | 'comfort';

/** Something it needs now, and why in words with a gap for its name. */
export interface Need {
  readonly urgency: NeedUrgency;
  readonly action: Action;
  readonly why: string;
}

/** What it needs now, as far as it shows, the most pressing first. */
export function needsOf(tended: TendedCreature): readonly Need[] {
  if (tended.observed.asleepUntil) return isInDanger(tended.observed) && !justSeenTo(tended) ? [VIGIL] : [];
  if (isTooShy(tended)) return isInDanger(tended.observed) ? [WIN_IT_OVER_SOON] : [WIN_IT_OVER];
  return [...illness(tended.observed), ...hunger(tended), ...comforts(tended)].toSorted(
    (one, other) => NEED_URGENCIES.indexOf(one.urgency) - NEED_URGENCIES.indexOf(other.urgency),
  );
}

/** From the most urgent down. */
export const NEED_URGENCIES: readonly NeedUrgency[] = ['life', 'harm', 'meal', 'comfort'];

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

const isInDanger = ({ feeding, deathClock }: Observation): boolean =>
  feeding.status === 'critical' || deathClock.urgency === 'critical' || deathClock.urgency === 'imminent';

const justSeenTo = ({ creature, observed }: TendedCreature): boolean =>
  observed.at - creature.life.lastCareAt < SAME_VISIT;

const GRAVE_HEALTH = 20;
const SICK_HEALTH = 40;
/** A missed meal costs health before it helps, and in so few hours there may be none to spare. */
const HOURS_TOO_FEW_TO_EAT = 5;

function illness({ shown, feeding, checkin, deathClock }: Observation): readonly Need[] {
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

function hunger(tended: TendedCreature): readonly Need[] {
  const { feeding } = tended.observed;
  if (feeding.status === 'ok') return [];
  const urgency = isInDanger(tended.observed) ? 'life' : feeding.status === 'overdue' ? 'harm' : 'meal';
  if (wantsGameFirst(tended))
    return [{ urgency, action: 'play', why: '{name} wants to play before it eats: play, then feed it.' }];
  return [{ urgency, action: 'feed', why: MEAL_WORDS[urgency] }];
}

const MEAL_WORDS: Record<Exclude<NeedUrgency, 'comfort'>, string> = {
  life: '{name} is starving: feed it before anything else.',
  harm: 'The meal of {name} is late: feed it now.',
  meal: 'The feeding window is open: a meal counts in full now.',
};

// Low enough for one whose gauges never show more than half.
const UNHAPPY = 50;
const FRAIL = 50;

// At most once a visit each, or one that gains little would be played with for ever.
function comforts({ creature: { life }, observed: { at, shown } }: TendedCreature): readonly Need[] {
  const { happiness = UNHAPPY, health = FRAIL } = shown;
  return [
    ...(happiness < UNHAPPY && at - life.lastPlayedAt >= SAME_VISIT ? [PLAY] : []),
    ...(health < FRAIL && at - life.lastCleanedAt >= SAME_VISIT ? [CLEAN] : []),
  ];
}

const PLAY: Need = { urgency: 'comfort', action: 'play', why: '{name} is low: play with it.' };
const CLEAN: Need = { urgency: 'comfort', action: 'clean', why: 'Clean {name}: its health could be better.' };

/** True when it would refuse any care but reflecting. */
export function isTooShy(tended: TendedCreature): boolean {
  if (!mechanicsOf(tended.species).some(({ refuseCare }) => refuseCare)) return false;
  return refusalOf(tended, 'played') === 'too_shy';
}

/** True when a game now makes more of the next meal, or makes it possible. */
function wantsGameFirst(tended: TendedCreature): boolean {
  const { species, creature } = tended;
  if (creature.life.playedSinceFed || species.mechanics.length === 0) return false;
  if (refusalOf(tended, 'unplayed') === 'wants_play_first') return true;
  return hungerGainOfMeal(tended, 'unplayed') < hungerGainOfMeal(tended, 'played');
}

/** Something it likes for this kind of care; the same for as long as nobody has cared for it. */
export function pickLikedItem(
  action: ItemAction,
  { creature, species }: Omit<TendedCreature, 'observed'>,
): string | undefined {
  const [first, second = first, ...more] = usefulItems(action, species);
  if (first === undefined || second === undefined) return undefined;
  const { seed, record } = creature;
  return pickLine([first, second, ...more], { seed, field: action, count: record.careActions });
}

type PlayState = 'played' | 'unplayed';

function refusalOf(tended: TendedCreature, played: PlayState) {
  const moment = mealMoment(tended, played);
  for (const { refuseCare } of mechanicsOf(tended.species)) {
    const refused = refuseCare?.(moment);
    if (refused) return refused;
  }
  return undefined;
}

function hungerGainOfMeal(tended: TendedCreature, played: PlayState): number {
  const moment = mealMoment(tended, played);
  const given = mechanicsOf(tended.species).reduce<StatChanges>(
    (changes, { adjustCare }) => adjustCare?.(changes, moment) ?? changes,
    DEFAULT_EFFECTS.feed,
  );
  return given.hunger ?? 0;
}

function mealMoment({ creature, species, observed }: TendedCreature, played: PlayState): CareMoment {
  return {
    action: 'feed',
    localHour: observed.localHour,
    playedSinceFed: played === 'played',
    stats: statsAt(creature, species, observed.at),
  };
}

// For some species only certain items ever count in full.
function usefulItems(action: ItemAction, species: Species): readonly string[] {
  const likes = species.tastes[action];
  const picky = mechanicsOf(species).flatMap(({ neverEffective }) => neverEffective ?? []);
  if (picky.length === 0) return likes;
  return likes.filter((name) => !picky.some((never) => never(itemMoment(action, name))));
}

function itemMoment(action: ItemAction, name: string): CareMoment {
  const stats = { hunger: 50, happiness: 50, health: 50, trust: 50, discipline: 50 };
  return { action, item: { name, category: 'loved' }, localHour: 12, playedSinceFed: true, stats };
}
