import type { CareOutcome, AskedCare } from '../../src/rules/care/care.ts';
import { HOUR, type Instant } from '../../src/rules/base/clock.ts';
import { pick } from '../../src/rules/base/dice.ts';
import { hourOfDay, localHourAt, nextHourBoundary, type TimeZone } from '../../src/rules/base/local-time.ts';
import type { Observation } from '../../src/rules/lives/observe.ts';
import {
  ACTIONS,
  ITEM_CATEGORIES,
  type Action,
  type CareRefusal,
  type Stat,
} from '../../src/rules/vocabulary.ts';
import type { SimulatedVisit } from './keeper.ts';

const PATIENCE = 50;
const WANTED: Record<CareRefusal, Action> = { wants_play_first: 'play', too_shy: 'reflect' };

/** Feeds it something it loves. */
export function feedPatiently(visit: SimulatedVisit): CareOutcome | undefined {
  return carePatiently(visit, { action: 'feed', item: favourite(visit, 'feed') });
}

/** Care after the meal by a good keeper, from visible facts. */
export function tend(visit: SimulatedVisit, seen: Observation): void {
  const unwell = seen.mood === 'critical' || seen.mood === 'sick';
  if (unwell || below(seen, 'health', 70)) {
    carePatiently(visit, { action: 'medicine', item: favourite(visit, 'medicine') });
  }
  if (below(seen, 'health', 95)) carePatiently(visit, { action: 'clean' });
  if (below(seen, 'happiness', 60)) carePatiently(visit, { action: 'play', item: favourite(visit, 'play') });
  const reflections = seen.hidden.length > 0 ? 3 : Number(visit.roll() < 0.2);
  for (let turn = 0; turn < reflections; turn += 1) visit.care({ action: 'reflect' });
}

/** Cares for it, and does first what it wants first. */
function carePatiently(visit: SimulatedVisit, wish: AskedCare): CareOutcome | undefined {
  for (let tries = 1; ; tries += 1) {
    const outcome = visit.care(wish);
    if (!outcome || !('refused' in outcome) || outcome.refused === 'asleep') return outcome;
    if (tries === PATIENCE || !visit.care({ action: WANTED[outcome.refused] })) return outcome;
  }
}

/** Care without a plan. */
export function randomCare(visit: SimulatedVisit): AskedCare {
  const action = pick(ACTIONS, visit.roll());
  if (action === 'reflect' || visit.roll() < 0.5) return { action };
  return { action, item: { name: 'something at hand', category: pick(ITEM_CATEGORIES, visit.roll()) } };
}

/** The first moment from `at` on with this hour on the clock where the keeper lives. */
export function nextTimeOfDay(zone: TimeZone, at: Instant, holds: (hour: number) => boolean): Instant {
  let moment = at;
  while (!holds(hourOfDay(localHourAt(zone, moment)))) moment = nextHourBoundary(zone, moment);
  return moment;
}

export function inHours(visit: SimulatedVisit, least: number, most: number): Instant {
  return Math.round(visit.now + (least + visit.roll() * (most - least)) * HOUR);
}

function below({ shown }: Observation, stat: Stat, level: number): boolean {
  return (shown[stat] ?? 100) < level;
}

function favourite({ species }: SimulatedVisit, action: 'feed' | 'medicine' | 'play'): AskedCare['item'] {
  const [name] = species.tastes[action];
  return name === undefined ? undefined : { name, category: 'loved' };
}
