import { HOUR, type Instant } from '../../src/rules/base/clock.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import {
  BEGINNINGS,
  liveLiterally,
  type Channel,
  type LiteralLife,
  type LiteralPlan,
} from '../../tools/sim/literal.ts';

/** Species that are alike in how often they eat. */
export const GROUPS = [
  { name: '3 h', holds: (window: number) => window <= 3 },
  { name: '4 h', holds: (window: number) => window > 3 && window <= 4 },
  { name: '5-6 h', holds: (window: number) => window > 4 && window <= 6 },
  { name: '8-12 h', holds: (window: number) => window > 6 && window <= 12 },
  { name: '24 h', holds: (window: number) => window > 12 },
] as const;
type Group = (typeof GROUPS)[number];

/** Every species of a group, in every zone, with every seed, from every start. */
interface LiteralTrial {
  readonly channel: Channel;
  readonly creatures: number;
  readonly zones: readonly string[];
  readonly seeds: readonly number[];
  readonly days: number;
  readonly startAt: Instant;
  /** Only every so manieth species; all of them without it. */
  readonly everyNth?: number;
}

/** One line of the table of literal agents; shares are of all meals. */
export function literalRow(group: Group, trial: LiteralTrial) {
  const lives: LiteralLife[] = [];
  const recovering: LiteralLife[] = [];
  let visits = 0;
  for (const plan of plansFor(group, trial)) {
    const story = liveLiterally(plan);
    lives.push(...story.lives);
    if (plan.beginning === 'weak' || plan.beginning === 'resurrected') recovering.push(...story.lives);
    visits += story.visits;
  }
  const sum = (meal: keyof LiteralLife['meals']) => lives.reduce((all, { meals }) => all + meals[meal], 0);
  const meals = sum('on_time') + sum('early') + sum('late') + sum('missed_window') + sum('slept_through');
  const wishes = lives.flatMap((life) => life.wishes);
  return {
    deaths: lives.filter(({ died }) => died).length,
    meals,
    onTime: sum('on_time') / meals,
    missed: sum('missed_window'),
    visitsPerMeal: visits / meals,
    /** Of those that began weak or just resurrected, the number not above this health after three days. */
    stillWeak: recovering.filter(({ healthAfterThreeDays }) => healthAfterThreeDays <= 90).length,
    /** Wishes that ended, of those it had while its keeper was there. */
    wishesSeen: wishes.length,
    wishesGranted: wishes.filter(({ granted }) => granted).length,
  };
}

function plansFor(group: Group, trial: LiteralTrial): LiteralPlan[] {
  const { channel, creatures, zones, seeds, days, startAt, everyNth = 1 } = trial;
  const kinds = CATALOG.filter(({ feedingWindowHours }) => group.holds(feedingWindowHours)).filter(
    (_, index) => index % everyNth === 0,
  );
  return kinds.flatMap((species, kind) =>
    zones.flatMap((zone, where) =>
      seeds.flatMap((seed) =>
        BEGINNINGS.map((beginning, how) => ({
          channel,
          species: [species, ...companyFor(kind + seed, creatures - 1)],
          beginning,
          zone,
          days,
          seed: seed * 1009 + kind * 101 + where * 7 + how * 3,
          startAt: startAt + seed * 5 * HOUR,
        })),
      ),
    ),
  );
}

/** Any species: agents with several creatures keep different ones. */
function companyFor(seed: number, count: number): Species[] {
  return Array.from({ length: count }, (_, at) => CATALOG[(seed * 13 + at * 29 + 5) % CATALOG.length]).filter(
    (species) => species !== undefined,
  );
}
