import { DAY, HOUR, type Instant } from '../base/clock.ts';
import { HEALTH_LOSS_WHILE_CRITICAL } from '../lives/decay.ts';
import { ACTIONS } from '../vocabulary.ts';
import { DEFAULT_EFFECTS } from './care.ts';
import { CRITICAL_WINDOWS, timingOf } from './feeding.ts';
import type { TendedCreature } from './needs.ts';

export interface FatalRhythm {
  /** Hours from one meal to the next, lately. */
  readonly mealEveryHours: number;
  readonly feedingWindowHours: number;
  /** About when the creature dies if it is cared for as lately. */
  readonly diesAt: Instant;
}

/** A death further away is no reason to warn: rhythms change. */
const HORIZON = 3 * DAY;
/** A keeper without a known rhythm is warned when half of the time until death has passed. */
const TIME_GONE = 0.5;
const MISSED_MEAL_HEALTH = timingOf(Infinity).also.health ?? 0;

/** The death that the keeper's rhythm of meals leads to; undefined if the creature can live with it. */
export function fatalRhythm(tended: TendedCreature): FatalRhythm | undefined {
  const { creature, species, observed, heart } = tended;
  const { feedingWindowHours } = species;
  const { hoursSinceFed } = observed.feeding;
  const { deathClock } = observed;
  const meals = heart?.lately.meals;
  // Early meals are left out: they are snacks between two meals, and no rhythm of early meals is fatal.
  const counted = meals ? meals.on_time + meals.late + meals.missed_window : 0;
  if (!heart || !meals || counted === 0) {
    const timeLeft = deathClock.hoursRemaining / deathClock.thresholdHours;
    const isFatal = hoursSinceFed > feedingWindowHours && timeLeft <= TIME_GONE;
    return isFatal
      ? { mealEveryHours: hoursSinceFed, feedingWindowHours, diesAt: deathClock.diesAt }
      : undefined;
  }
  // One meal on time resets the rhythm.
  if (creature.record.streak > 0 || meals.missed_window < counted / 2) return undefined;
  const { lastFedAt, rhythm } = creature.life;
  const lately = (lastFedAt - heart.lately.from) / HOUR / counted;
  // The digest begins anew with each letter; meals are at least as far apart as visits.
  const visitEveryHours = rhythm.intervals > 0 ? rhythm.averageHours : 0;
  const mealEveryHours = Math.max(lately, visitEveryHours, hoursSinceFed);
  const diesAt = projectedDeath(tended, mealEveryHours, healthGiven(heart.lately.actions) / counted);
  return diesAt <= observed.at + HORIZON ? { mealEveryHours, feedingWindowHours, diesAt } : undefined;
}

function healthGiven(acts: Readonly<Record<(typeof ACTIONS)[number], number>>): number {
  return ACTIONS.reduce((sum, action) => sum + acts[action] * (DEFAULT_EFFECTS[action].health ?? 0), 0);
}

/** Subtracts per meal what unfed hours take from visible health, and adds what care gives; Infinity if care restores at least the loss. */
function projectedDeath(
  { creature, species, observed }: TendedCreature,
  mealEveryHours: number,
  givenPerMeal: number,
): Instant {
  const { at, shown, deathClock } = observed;
  const { lastFedAt } = creature.life;
  const fedUntil = lastFedAt + CRITICAL_WINDOWS * species.feedingWindowHours * HOUR;
  const lossBetween = (from: Instant, to: Instant) =>
    (HEALTH_LOSS_WHILE_CRITICAL * Math.max(0, to - Math.max(from, fedUntil))) / HOUR;
  const nextMealAt = lastFedAt + mealEveryHours * HOUR;
  const lossPerMeal = lossBetween(lastFedAt, nextMealAt) - MISSED_MEAL_HEALTH - givenPerMeal;
  if (nextMealAt <= fedUntil || lossPerMeal <= 0) return Infinity;
  if (nextMealAt >= deathClock.diesAt) return deathClock.diesAt;
  // Hidden health counts as full: the warning must not reveal it.
  const healthThen = Math.max(0, (shown.health ?? 100) - lossBetween(at, nextMealAt));
  return Math.round(nextMealAt + (healthThen / lossPerMeal) * mealEveryHours * HOUR);
}
