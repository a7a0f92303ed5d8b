import { HOUR, type Instant } from '../../src/rules/base/clock.ts';
import { dice } from '../../src/rules/base/dice.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import { type Channel, type LiteralLife, liveLiterally } from './literal-lives.ts';

const START = Date.parse('2026-03-05T15:00:00Z');

interface HouseholdPlan {
  readonly channel: Channel;
  readonly species: readonly Species[];
  readonly seed: number;
  readonly days: number;
}

export interface HouseholdResult {
  readonly visits: number;
  readonly meals: number;
  /** By creature, the share of its meals that were on time. */
  readonly onTime: readonly number[];
}

/** What becomes of creatures whose keeper follows one channel and the first step of each answer. */
export function keepHousehold({ channel, species, seed, days }: HouseholdPlan): HouseholdResult {
  const startAt: Instant = START + (seed % 24) * 5 * HOUR;
  const plan = { channel, species, seed, days, startAt, beginning: 'new', zone: 'Europe/Berlin' } as const;
  const { lives, visits } = liveLiterally(plan);
  if (lives.some(({ died }) => died)) throw new Error(`a creature died: ${JSON.stringify(plan)}`);
  const counts = lives.map(mealsOf);
  return {
    visits,
    meals: counts.reduce((sum, count) => sum + count, 0),
    onTime: lives.map(({ meals }, at) => meals.on_time / (counts[at] ?? 1)),
  };
}

function mealsOf({ meals }: LiteralLife): number {
  return Object.values(meals).reduce((sum, count) => sum + count, 0);
}

/** The visits to a household, compared with those to the creature of it that has the shortest feeding window. */
export function compareToNeediest(plan: HouseholdPlan): HouseholdResult & { readonly ratio: number } {
  const [neediest] = plan.species.toSorted((one, other) => one.feedingWindowHours - other.feedingWindowHours);
  const alone = keepHousehold({ ...plan, channel: 'at', species: neediest ? [neediest] : [] });
  const kept = keepHousehold(plan);
  return { ...kept, ratio: kept.visits / alone.visits };
}

/** Species with feeding windows of 4 to 12 hours. */
const USUAL = CATALOG.filter(({ feedingWindowHours: hours }) => hours >= 4 && hours <= 12);

export function randomSpecies(seed: number, count: number): Species[] {
  const indexes = Array.from({ length: count }, (_, at) =>
    Math.floor(dice(seed, 'words', at) * USUAL.length),
  );
  return indexes.flatMap((index) => USUAL[index] ?? []);
}

export const ONE_PER_WINDOW: readonly Species[] = [
  ...new Map(CATALOG.map((species) => [species.feedingWindowHours, species])).values(),
].toSorted((one, other) => one.feedingWindowHours - other.feedingWindowHours);
