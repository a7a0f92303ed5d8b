import { HOUR, MINUTE, type Instant } from '../../src/rules/base/clock.ts';
import { pick } from '../../src/rules/base/dice.ts';
import { diesAt } from '../../src/rules/lives/death.ts';
import { SAME_VISIT } from '../../src/rules/lives/rhythm.ts';
import { BEDTIME, MORNING } from '../../src/rules/lives/sleep.ts';
import { feedPatiently, inHours, nextTimeOfDay, randomCare, tend } from './habits.ts';
import type { KeeperBehaviour, KeeperKind, NamedKeeper, SimulatedVisit } from './keeper.ts';

/** Comes when told, feeds, then does what is needed. */
const diligent: KeeperBehaviour = {
  onVisit: keepWell,
  nextVisitAt(visit) {
    const seen = visit.look();
    return Math.max(seen?.checkin.at ?? 0, visit.now + 10 * MINUTE);
  },
};

/** Comes at random times and does random care with random items. */
const erratic: KeeperBehaviour = {
  onVisit(visit) {
    if (visit.roll() < 0.6) feedPatiently(visit);
    if (visit.roll() < 0.3) visit.look();
    if (visit.roll() < 0.7) visit.care(randomCare(visit));
  },
  nextVisitAt: (visit) => inHours(visit, 0.1, visit.roll() < 0.2 ? 20 : 8),
};

/** Cannot stop for an hour, then forgets it for a day. */
const bursty: KeeperBehaviour = {
  onVisit(visit) {
    feedPatiently(visit);
    visit.care(randomCare(visit));
  },
  nextVisitAt: (visit) => (visit.roll() < 0.8 ? inHours(visit, 0.05, 0.4) : inHours(visit, 8, 26)),
};

/** Comes seldom and does little. */
const neglectful: KeeperBehaviour = {
  onVisit(visit) {
    if (visit.roll() < 0.6) feedPatiently(visit);
    else visit.care({ action: 'reflect' });
  },
  nextVisitAt: (visit) => inHours(visit, 6, 40),
};

/** Comes at night only, when creatures sleep now and then. */
const nightOwl: KeeperBehaviour = {
  onVisit: keepWell,
  nextVisitAt(visit) {
    const from = visit.look()?.asleepUntil ? inHours(visit, 0.5, 1.5) : inHours(visit, 2, 8);
    return nextTimeOfDay(visit.creature.zone, from, (hour) => hour >= BEDTIME || hour < MORNING);
  },
};

const onceADay: KeeperBehaviour = {
  onVisit: keepWell,
  nextVisitAt: (visit) => nextTimeOfDay(visit.creature.zone, visit.now + 2 * HOUR, (hour) => hour === 12),
};

/** Every six hours, without a look: what speed is measured with. */
const steady: KeeperBehaviour = {
  onVisit(visit) {
    visit.care({ action: visit.roll() < 0.7 ? 'feed' : 'medicine' });
  },
  nextVisitAt: ({ now }) => now + 6 * HOUR,
};

/** Comes where rules change, or a millisecond to either side. */
const boundary: KeeperBehaviour = {
  onVisit(visit) {
    if (visit.roll() < 0.7) feedPatiently(visit);
    else visit.care(randomCare(visit));
  },
  nextVisitAt(visit) {
    const dies = diesAt(visit.creature, visit.species);
    const late = visit.roll() < 0.1 ? 1 : -1;
    const [first = dies + late, ...rest] = edges(visit)
      .map((edge) => edge + pick(OFFSETS, visit.roll()))
      .filter((at) => at > visit.now && at < dies)
      .toSorted((one, other) => one - other);
    return pick([first, ...rest, dies + late], visit.roll() ** 2);
  },
};

const OFFSETS = [-1, 0, 1] as const;
const SHARES_OF_WINDOW = [0.25, 0.5, 1, 1.5] as const;
const AGES = [24, 72, 120, 216] as const;
const LONELY_AFTER = 3 * HOUR;

function edges({ creature, species }: SimulatedVisit): Instant[] {
  const { life } = creature;
  const window = species.feedingWindowHours * HOUR;
  return [
    ...SHARES_OF_WINDOW.map((share) => life.lastFedAt + share * window),
    ...AGES.map((hours) => life.ageFrom + hours * HOUR),
    life.lastCareAt + SAME_VISIT,
    life.lastCareAt + 2 * window,
    life.lastCheckedAt + LONELY_AFTER,
  ].map(Math.round);
}

// Timer jitter.
const UNSTEADINESS = 0.05;

/** Comes by its own timer and ignores check-in times; a sleeping creature waits for the next visit. */
function everyHours(hours: number): KeeperBehaviour {
  return {
    onVisit(visit) {
      if (visit.look()?.asleepUntil) visit.care({ action: 'reflect' });
      else keepWell(visit);
    },
    nextVisitAt(visit) {
      const { hatchedAt } = visit.creature.life;
      const turn = Math.round((visit.now - hatchedAt) / (hours * HOUR)) + 1;
      const early = (visit.roll() - 0.5) * UNSTEADINESS;
      return Math.round(hatchedAt + (turn + early) * hours * HOUR);
    },
  };
}

export function behaviourOf(kind: KeeperKind): KeeperBehaviour {
  const [, hours] = /^every_(.+)_hours$/.exec(kind) ?? [];
  return hours === undefined ? KEEPERS[kind as NamedKeeper] : everyHours(Number(hours));
}

const KEEPERS: Readonly<Record<NamedKeeper, KeeperBehaviour>> = {
  diligent,
  erratic,
  bursty,
  neglectful,
  night_owl: nightOwl,
  boundary,
  once_a_day: onceADay,
  steady,
};

function keepWell(visit: SimulatedVisit): void {
  const found = visit.look();
  if (!found) return;
  if (found.feeding.status !== 'ok') feedPatiently(visit);
  const seen = visit.look();
  if (seen && !seen.asleepUntil) tend(visit, seen);
}
