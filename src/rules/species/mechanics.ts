import {
  mapChanges,
  scaleGains,
  type StatChanges,
  type Stats,
  type VisibleStats,
  type Action,
  type CareRefusal,
  type ItemCategory,
  type Mood,
  type Stat,
  STATS,
  type Trait,
} from '../vocabulary.ts';
import type { Species } from './species.ts';

export interface CareMoment {
  readonly action: Action;
  readonly item?: { readonly name: string; readonly category: ItemCategory } | undefined;
  /** The local hour in the keeper's time zone, 0 to 23. */
  readonly localHour: number;
  readonly playedSinceFed: boolean;
  readonly stats: Stats;
}

export interface Mechanic {
  readonly key: string;
  readonly blurb: string;
  readonly refuseCare?: (moment: CareMoment) => CareRefusal | undefined;
  /** Changes the effect of care; only multiplies, so that the order of mechanics does not matter. */
  readonly adjustCare?: (changes: StatChanges, moment: CareMoment) => StatChanges;
  readonly neverEffective?: (moment: CareMoment) => boolean;
  readonly trustGain?: number;
  readonly trustLoss?: number;
  /** Above this much trust, the decay of trust is multiplied by the factor. */
  readonly trustDecay?: { readonly above: number; readonly factor: number };
  /** Factor of all decay after so many hours without a status check by the keeper. */
  readonly loneliness?: { readonly afterHours: number; readonly pace: number };
  readonly reveal?: (shown: VisibleStats, real: Stats) => VisibleStats;
  /** The highest value that any stat shows. */
  readonly shownUpTo?: number;
  /** Levels of trust at which the species shows more stats, ascending. */
  readonly opensAtTrust?: readonly number[];
}

export const MECHANICS = {
  appetite: {
    key: 'appetite',
    blurb: 'Lives for dinner: food gives three times as much, every other kind of care half.',
    adjustCare: gainsTimes({ feed: 3 }, 0.5),
  },
  armor: {
    key: 'armor',
    blurb: 'Keeps its spines up: shows no stat below trust 50, only hunger from 50, and everything from 90.',
    opensAtTrust: [50, 90],
    reveal(shown, { trust }) {
      if (trust >= 90) return shown;
      if (trust < 50 || shown.hunger === undefined) return {};
      return { hunger: shown.hunger };
    },
  },
  chaos: {
    key: 'chaos',
    blurb: 'Takes correction personally: discipline gives 70% as much and costs twice the happiness.',
    adjustCare(changes, { action }) {
      if (action !== 'discipline') return changes;
      const { happiness = 0 } = changes;
      return { ...scaleGains(0.7, changes), ...(happiness < 0 && { happiness: happiness * 2 }) };
    },
  },
  conceptFeed: {
    key: 'concept_feed',
    blurb: 'Savours the idea along with the meal: food gives half again as much.',
    adjustCare: gainsTimes({ feed: 1.5 }),
  },
  curledUp: {
    key: 'armor',
    blurb:
      'Curls into a ball below trust 40: shows no stat and takes no care, though it listens when somebody reflects.',
    refuseCare: ({ action, stats }) => (action !== 'reflect' && stats.trust < 40 ? 'too_shy' : undefined),
    opensAtTrust: [40],
    reveal: (shown, { trust }) => (trust < 40 ? {} : shown),
  },
  empty: {
    key: 'empty',
    blurb: 'Has almost nowhere to put things: whatever care gives, 30% of it stays.',
    adjustCare: gainsTimes({}, 0.3),
  },
  energy: {
    key: 'energy',
    blurb: 'Wants a game before dinner: food does half as much unless it has played since its last meal.',
    adjustCare: (changes, { action, playedSinceFed }) =>
      action === 'feed' && !playedSinceFed ? scaleGains(0.5, changes) : changes,
  },
  grooming: {
    key: 'grooming',
    blurb: 'Lives to be groomed: cleaning gives three times the health, while food and play do half as much.',
    adjustCare(changes, { action }) {
      if (action === 'feed' || action === 'play') return scaleGains(0.5, changes);
      const { health = 0 } = changes;
      return action === 'clean' && health > 0 ? { ...changes, health: health * 3 } : changes;
    },
  },
  idle: {
    key: 'idle',
    blurb: 'Swallows the light of its own gauges: no stat is ever shown above 50, however well it is.',
    shownUpTo: 50,
    reveal: (shown) => mapChanges(shown, (value) => Math.min(value, 50)),
  },
  nocturnal: {
    key: 'nocturnal',
    blurb:
      'Wakes when others sleep: care from 00:00 to 06:00 gives twice as much, from 06:00 to 20:00 half, and in the evening the usual.',
    adjustCare(changes, { localHour }) {
      if (localHour >= 20) return changes;
      return scaleGains(localHour < 6 ? 2 : 0.5, changes);
    },
  },
  playFirst: {
    key: 'play_first',
    blurb: 'Will not eat a bite until somebody has played with it since its last meal.',
    refuseCare: ({ action, playedSinceFed }) =>
      action === 'feed' && !playedSinceFed ? 'wants_play_first' : undefined,
  },
  programmable: {
    key: 'programmable',
    blurb: 'Keeps exact accounts: trust grows half again as fast, and every loss of trust counts twice.',
    trustGain: 1.5,
    trustLoss: 2,
  },
  regeneration: {
    key: 'regeneration',
    blurb: 'Grows back whatever it loses: medicine gives three times as much.',
    adjustCare: gainsTimes({ medicine: 3 }),
  },
  shellMemory: {
    key: 'shell_memory',
    blurb: 'Remembers who was kind: above trust 50, its trust fades at a quarter of the usual pace.',
    trustDecay: { above: 50, factor: 0.25 },
  },
  temperature: {
    key: 'temperature',
    blurb: 'Has no coat to keep it warm or clean: cleaning gives twice as much.',
    adjustCare: gainsTimes({ clean: 2 }),
  },
  unhurried: {
    key: 'unhurried',
    blurb: 'Takes everything in slowly: whatever care gives, 70% of it arrives.',
    adjustCare: gainsTimes({}, 0.7),
  },
  work: {
    key: 'work',
    blurb:
      'Needs a job to do: play works in full only with a task, such as a puzzle, training, agility or herding. Anything else gives half and never counts as effective.',
    adjustCare: (changes, moment) => (isIdlePlay(moment) ? scaleGains(0.5, changes) : changes),
    neverEffective: isIdlePlay,
  },
} as const satisfies Readonly<Record<string, Mechanic>>;

export type MechanicName = keyof typeof MECHANICS;

/** Traits that change a number of the rules; the others affect texts only. */
export const TRAIT_MECHANICS: Readonly<Partial<Record<Trait, Mechanic>>> = {
  social: {
    key: 'social',
    blurb: 'Misses company: its stats fall half again as fast once nobody has looked in for three hours.',
    loneliness: { afterHours: 3, pace: 1.5 },
  },
};

/** By species: they are asked for some hundred times a visit, and never change. */
const mechanicsKnown = new WeakMap<Species, readonly Mechanic[]>();

export function mechanicsOf(species: Species): readonly Mechanic[] {
  const known = mechanicsKnown.get(species);
  if (known) return known;
  const { traits, mechanics } = species;
  const all = [...traits.flatMap((trait) => TRAIT_MECHANICS[trait] ?? []), ...mechanics];
  mechanicsKnown.set(species, all);
  return all;
}

export function hooksOf<
  Hook extends 'refuseCare' | 'adjustCare' | 'neverEffective' | 'loneliness' | 'reveal' | 'shownUpTo',
>(species: Species, hook: Hook): NonNullable<Mechanic[Hook]>[] {
  const hooks: NonNullable<Mechanic[Hook]>[] = [];
  for (const { [hook]: own } of mechanicsOf(species)) if (own) hooks.push(own);
  return hooks;
}

/** The next level of trust at which the species shows more stats, and the level before it. */
export function nextOpening(
  species: Species,
  { trust }: Pick<Stats, 'trust'>,
): { readonly before: number | undefined; readonly goal: number } | undefined {
  const levels = mechanicsOf(species).flatMap(({ opensAtTrust = [] }) => opensAtTrust);
  const nth = levels.findIndex((level) => trust < level);
  const goal = levels[nth];
  return goal === undefined ? undefined : { before: levels[nth - 1], goal };
}

export function refusalOf(species: Species, moment: CareMoment): CareRefusal | undefined {
  for (const refuse of hooksOf(species, 'refuseCare')) {
    const refused = refuse(moment);
    if (refused) return refused;
  }
  return undefined;
}

export function isTooShy(species: Species, stats: Stats): boolean {
  const moment: CareMoment = { action: 'feed', localHour: 12, playedSinceFed: true, stats };
  return refusalOf(species, moment) === 'too_shy';
}

export function adjustCare(species: Species, changes: StatChanges, moment: CareMoment): StatChanges {
  let given = changes;
  for (const adjust of hooksOf(species, 'adjustCare')) given = adjust(given, moment);
  return given;
}

function gainsTimes(factors: Partial<Record<Action, number>>, others = 1) {
  return (changes: StatChanges, { action }: CareMoment) => scaleGains(factors[action] ?? others, changes);
}

/** A toy whose name has one of these words, singular or plural, counts as a task. */
const TASK = /^(?:puzzle|training|task|work|agility|obedience|herding|obstacle|scent|trick|frisbee)s?$/i;

function isIdlePlay({ action, item }: CareMoment): boolean {
  if (action !== 'play') return false;
  const words = item?.name.normalize('NFKD').match(/\p{L}+/gu);
  return !words?.some((word) => TASK.test(word));
}

/** The stats that replies may show, also to the keeper. */
export function visibleStats(species: Species, stats: Stats): VisibleStats {
  let shown: VisibleStats = stats;
  for (const reveal of hooksOf(species, 'reveal')) shown = reveal(shown, stats);
  return shown;
}

/** The highest value that this species shows of a stat; undefined without a cap. */
export function shownUpTo(species: Species): number | undefined {
  return hooksOf(species, 'shownUpTo').at(0);
}

export function hiddenStats(shown: VisibleStats): readonly Stat[] {
  return STATS.filter((stat) => shown[stat] === undefined);
}

export function hidesNothing(species: Species): boolean {
  return hooksOf(species, 'reveal').length === 0;
}

/** True if the shown health is exact: neither hidden nor capped. */
export function showsItsHealth(species: Species, stats: Stats): boolean {
  if (hidesNothing(species)) return true;
  const { health } = visibleStats(species, stats);
  const { health: most = 0 } = visibleStats(species, { ...stats, health: 100 });
  return health !== undefined && (most === 100 || health < most);
}

export interface VisibleChange {
  readonly before: VisibleStats;
  readonly after: VisibleStats;
}

/** The visible stats before and after; a stat hidden in one of the two is hidden in both, so that it cannot be inferred. */
export function visibleBeforeAndAfter(species: Species, before: Stats, after: Stats): VisibleChange {
  if (hidesNothing(species)) return { before, after };
  const [early, late] = [visibleStats(species, before), visibleStats(species, after)];
  const hidden = new Set([...hiddenStats(early), ...hiddenStats(late)]);
  if (hidden.size === 0) return { before: early, after: late };
  return { before: without(early, hidden), after: without(late, hidden) };
}

function without(shown: VisibleStats, hidden: ReadonlySet<Stat>): VisibleStats {
  return Object.fromEntries(STATS.filter((stat) => !hidden.has(stat)).map((stat) => [stat, shown[stat]]));
}

/** The mood that the public may see; undefined where it would reveal a hidden stat. Sleep reveals nothing. */
export function publicMood({
  hidden,
  seemingMood,
}: {
  hidden: readonly Stat[];
  seemingMood: Mood;
}): 'critical' | 'sleeping' | 'sick' | 'hungry' | 'happy' | 'content' | 'curious' | undefined {
  return hidden.length === 0 || seemingMood === 'sleeping' ? seemingMood : undefined;
}
