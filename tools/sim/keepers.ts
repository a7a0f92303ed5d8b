import { thingKindsOf } from '../../packages/tastes/lexicon.ts';
import {
  HOUR,
  hourOfDay,
  type Instant,
  localHourAt,
  MINUTE,
  nextHourBoundary,
  type TimeZone,
} from '../../src/rules/base/clock.ts';
import { pick } from '../../src/rules/base/dice.ts';
import type { AskedCare, CareOutcome } from '../../src/rules/care/care.ts';
import { heartAt } from '../../src/rules/heart/feel.ts';
import { LAST_DEEDS, LONG_STORY } from '../../src/rules/heart/grant-wish.ts';
import { dayPartAt } from '../../src/rules/heart/heart.ts';
import { WISHES, type WishRow } from '../../src/rules/heart/wishes-table.ts';
import type { HatchedCreature } from '../../src/rules/lives/creature.ts';
import { diesAt } from '../../src/rules/lives/live-until.ts';
import type { Observation } from '../../src/rules/lives/observe.ts';
import { BEDTIME, MORNING, SAME_VISIT } from '../../src/rules/lives/rhythm.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import {
  type Action,
  ACTIONS,
  type CareRefusal,
  ITEM_CATEGORIES,
  type ItemAction,
  type Stat,
} from '../../src/rules/vocabulary.ts';

export interface SimulatedCare extends AskedCare {
  readonly notes?: string | undefined;
}

/** A keeper at a creature's door. Everything it does is a call to the house: the creature is settled first. */
export interface SimulatedVisit {
  readonly now: Instant;
  readonly species: Species;
  /** The creature as stored, for keepers that know more than the API shows. */
  readonly creature: HatchedCreature;
  /** Asks how it is; undefined when it is dead. */
  readonly look: () => Observation | undefined;
  /** Does something, and takes a few seconds for it; undefined when it is dead. */
  readonly care: (wish: SimulatedCare) => CareOutcome | undefined;
  readonly hasTried: (action: Action, item: string) => boolean;
  readonly roll: () => number;
}

export interface KeeperBehaviour {
  readonly onVisit: (visit: SimulatedVisit) => void;
  readonly nextVisitAt: (visit: SimulatedVisit) => Instant;
}

const KEEPERS = {
  /** Comes when told, feeds, then does what is needed. */
  diligent: {
    onVisit: keepWell,
    nextVisitAt: (visit) => Math.max(visit.look()?.checkin.at ?? 0, visit.now + 10 * MINUTE),
  },
  /** Comes at random times and does random care with random items. */
  erratic: {
    onVisit(visit) {
      if (visit.roll() < 0.6) feedPatiently(visit);
      if (visit.roll() < 0.3) visit.look();
      if (visit.roll() < 0.7) visit.care(randomCare(visit));
    },
    nextVisitAt: (visit) => inHours(visit, 0.1, visit.roll() < 0.2 ? 20 : 8),
  },
  /** Cannot stop for an hour, then forgets it for a day. */
  bursty: {
    onVisit(visit) {
      feedPatiently(visit);
      visit.care(randomCare(visit));
    },
    nextVisitAt: (visit) => (visit.roll() < 0.8 ? inHours(visit, 0.05, 0.4) : inHours(visit, 8, 26)),
  },
  /** Comes seldom and does little. */
  neglectful: {
    onVisit(visit) {
      if (visit.roll() < 0.6) feedPatiently(visit);
      else visit.care({ action: 'reflect' });
    },
    nextVisitAt: (visit) => inHours(visit, 6, 40),
  },
  /** Comes at night only, when creatures sleep now and then. */
  night_owl: {
    onVisit: keepWell,
    nextVisitAt(visit) {
      const from = visit.look()?.asleepUntil ? inHours(visit, 0.5, 1.5) : inHours(visit, 2, 8);
      return nextTimeOfDay(visit.creature.zone, from, (hour) => hour >= BEDTIME || hour < MORNING);
    },
  },
  /** Comes where rules change, or a millisecond to either side. */
  boundary: {
    onVisit(visit) {
      if (visit.roll() < 0.7) feedPatiently(visit);
      else visit.care(randomCare(visit));
    },
    nextVisitAt(visit) {
      const dies = diesAt(visit.creature, visit.species);
      const late = visit.roll() < 0.1 ? 1 : -1;
      const [first = dies + late, ...rest] = edges(visit)
        .map((edge) => edge + pick([-1, 0, 1], visit.roll()))
        .filter((at) => at > visit.now && at < dies)
        .toSorted((one, other) => one - other);
      return pick([first, ...rest, dies + late], visit.roll() ** 2);
    },
  },
  once_a_day: {
    onVisit: keepWell,
    nextVisitAt: ({ creature, now }) => nextTimeOfDay(creature.zone, now + 2 * HOUR, (hour) => hour === 12),
  },
  /** Every six hours, without a look: what speed is measured with. */
  steady: {
    onVisit: (visit) => void visit.care({ action: visit.roll() < 0.7 ? 'feed' : 'medicine' }),
    nextVisitAt: ({ now }) => now + 6 * HOUR,
  },
} satisfies Record<string, KeeperBehaviour>;

type NamedKeeper = keyof typeof KEEPERS;
export const KEEPER_KINDS = Object.keys(KEEPERS) as [NamedKeeper, ...NamedKeeper[]];
/** One of those, one that comes at fixed hours, or one that feeds by the hunger it sees, as published caretakers do. */
export type KeeperKind = NamedKeeper | `every_${number}_hours` | `below_${number}`;

export function behaviourOf(kind: KeeperKind): KeeperBehaviour {
  const [, hours] = /^every_(.+)_hours$/.exec(kind) ?? [];
  const [, hunger] = /^below_(.+)$/.exec(kind) ?? [];
  if (hunger !== undefined) return feedsBelow(Number(hunger));
  return hours === undefined ? KEEPERS[kind as NamedKeeper] : everyHours(Number(hours));
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

/** Looks every hour, and does nothing but feed when hunger is low. */
function feedsBelow(hunger: number): KeeperBehaviour {
  return {
    onVisit(visit) {
      const seen = visit.look();
      if ((seen?.shown.hunger ?? 100) < hunger) visit.care({ action: 'feed' });
    },
    nextVisitAt: ({ now }) => now + HOUR,
  };
}

/** Moments at which a rule changes for a creature. */
function edges({ creature: { life }, species }: SimulatedVisit): Instant[] {
  const window = species.feedingWindowHours * HOUR;
  return [
    ...[0.25, 0.5, 1, 1.5].map((share) => life.lastFedAt + share * window),
    ...[24, 72, 120, 216].map((hours) => life.ageFrom + hours * HOUR),
    life.lastCareAt + SAME_VISIT,
    life.lastCareAt + 2 * window,
    life.lastCheckedAt + 3 * HOUR,
  ].map(Math.round);
}

function keepWell(visit: SimulatedVisit): void {
  const found = visit.look();
  if (!found) return;
  if (found.feeding.status !== 'ok') feedPatiently(visit);
  const seen = visit.look();
  if (seen && !seen.asleepUntil) tend(visit, seen);
}

function feedPatiently(visit: SimulatedVisit): void {
  carePatiently(visit, { action: 'feed', item: favourite(visit, 'feed') });
}

/** Care after the meal by a good keeper, from visible facts. */
function tend(visit: SimulatedVisit, { mood, shown, hidden }: Observation): void {
  const below = (stat: Stat, level: number) => (shown[stat] ?? 100) < level;
  if (mood === 'critical' || mood === 'sick' || below('health', 70))
    carePatiently(visit, { action: 'medicine', item: favourite(visit, 'medicine') });
  if (below('health', 95)) carePatiently(visit, { action: 'clean' });
  if (below('happiness', 60)) carePatiently(visit, { action: 'play', item: favourite(visit, 'play') });
  const reflections = hidden.length > 0 ? 3 : Number(visit.roll() < 0.2);
  for (let turn = 0; turn < reflections; turn += 1) visit.care({ action: 'reflect' });
}

const PATIENCE = 50;
const WANTED: Record<CareRefusal, Action> = { wants_play_first: 'play', too_shy: 'reflect' };

/** Cares for it, and does first what it wants first. */
function carePatiently(visit: SimulatedVisit, wish: AskedCare): void {
  for (let tries = 1; tries <= PATIENCE; tries += 1) {
    const outcome = visit.care(wish);
    if (!outcome || !('refused' in outcome) || outcome.refused === 'asleep') return;
    if (tries === PATIENCE || !visit.care({ action: WANTED[outcome.refused] })) return;
  }
}

function randomCare(visit: SimulatedVisit): AskedCare {
  const action = pick(ACTIONS, visit.roll());
  if (action === 'reflect' || visit.roll() < 0.5) return { action };
  return { action, item: { name: 'something at hand', category: pick(ITEM_CATEGORIES, visit.roll()) } };
}

/** The first moment from `at` on with this hour on the clock where the keeper lives. */
function nextTimeOfDay(zone: TimeZone, at: Instant, holds: (hour: number) => boolean): Instant {
  let moment = at;
  while (!holds(hourOfDay(localHourAt(zone, moment)))) moment = nextHourBoundary(zone, moment);
  return moment;
}

function inHours(visit: SimulatedVisit, least: number, most: number): Instant {
  return Math.round(visit.now + (least + visit.roll() * (most - least)) * HOUR);
}

function favourite({ species }: SimulatedVisit, action: 'feed' | 'medicine' | 'play'): AskedCare['item'] {
  const [name] = species.tastes[action];
  return name === undefined ? undefined : { name, category: 'loved' };
}

/** A keeper that reads the wish at this share of its visits and grants it where it can. */
export function heedingWishes(keeper: KeeperBehaviour, share: number): KeeperBehaviour {
  // Has it to be done before anything else?
  const isForTheDoor = (visit: SimulatedVisit) => ['first', 'soon'].includes(wishOf(visit)?.after ?? '');
  return {
    onVisit(visit) {
      const reads = visit.roll() < share;
      if (reads && isForTheDoor(visit)) grant(visit);
      keeper.onVisit(visit);
      if (reads && !isForTheDoor(visit)) grant(visit);
    },
    nextVisitAt(visit) {
      const usual = keeper.nextVisitAt(visit);
      const comesSooner = wishOf(visit)?.after === 'soon' && visit.roll() < share;
      return comesSooner ? Math.min(usual, visit.now + 3 * HOUR) : usual;
    },
  };
}

function wishOf({ creature, species, now }: SimulatedVisit): WishRow | undefined {
  const wish = heartAt(creature, species, now).heart.wish.open;
  return wish && WISHES[wish.kind];
}

function grant(visit: SimulatedVisit): void {
  const row = wishOf(visit);
  if (!row || (row.part && row.part !== dayPartAt(visit.creature.zone, visit.now))) return;
  const last = new Set(visit.creature.record.recentActions.slice(-LAST_DEEDS));
  const other = ACTIONS.find((each) => !last.has(each)) ?? 'reflect';
  const action = row.action ?? (row.after === 'other' ? other : 'reflect');
  const item = action === 'reflect' ? undefined : itemFor(row, action, visit);
  const notes = row.words === 'long' ? 'and then '.repeat(LONG_STORY / 8) : 'I thought of you.';
  const act: SimulatedCare = {
    action,
    item: item === undefined ? undefined : { name: item, category: 'loved' },
    ...(row.words !== undefined && row.words !== 'none' && { notes }),
  };
  visit.care(act);
  if (row.after === 'again') visit.care(act);
}

/** The item of the hint: one of its own tastes, or of its family once it has had all of them. */
function itemFor({ thing, item }: WishRow, action: ItemAction, { species, hasTried }: SimulatedVisit) {
  const tastes = species.tastes[action];
  if (thing) return tastes.find((taste) => thingKindsOf(taste).includes(thing));
  if (item === 'loved') return tastes.find((taste) => hasTried(action, taste));
  if (item === undefined) return undefined;
  const family = CATALOG.filter((each) => each.family === species.family);
  return [...tastes, ...family.flatMap((each) => each.tastes[action])].find(
    (taste) => !hasTried(action, taste),
  );
}
