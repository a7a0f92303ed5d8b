import { hooksOf } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import type { Stats, VisibleStats } from '../stats.ts';
import { STATS, type Mood, type Stat } from '../vocabulary.ts';

/** The stats that replies may show, also to the keeper. */
export function visibleStats(species: Species, stats: Stats): VisibleStats {
  let shown: VisibleStats = stats;
  for (const reveal of hooksOf(species, 'reveal')) shown = reveal(shown, stats);
  return shown;
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

/** The visible stats before and after; a stat hidden in one of the two is hidden in both, so that it cannot be inferred. */
export function visibleBeforeAndAfter(
  species: Species,
  before: Stats,
  after: Stats,
): { before: VisibleStats; after: VisibleStats } {
  if (hidesNothing(species)) return { before, after };
  const [early, late] = [visibleStats(species, before), visibleStats(species, after)];
  const hidden = new Set([...hiddenStats(early), ...hiddenStats(late)]);
  if (hidden.size === 0) return { before: early, after: late };
  return { before: without(early, hidden), after: without(late, hidden) };
}

function without(shown: VisibleStats, hidden: ReadonlySet<Stat>): VisibleStats {
  return Object.fromEntries(STATS.filter((stat) => !hidden.has(stat)).map((stat) => [stat, shown[stat]]));
}

interface SeenMood {
  readonly hidden: readonly Stat[];
  readonly seemingMood: Mood;
}

/** The mood that the public may see; undefined where it would reveal a hidden stat. Sleep reveals nothing. */
export function publicMood({ hidden, seemingMood }: SeenMood): Mood | undefined {
  return hidden.length === 0 || seemingMood === 'sleeping' ? seemingMood : undefined;
}
