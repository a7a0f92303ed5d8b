import { hooksOf } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import type { Stats, VisibleStats } from '../stats.ts';
import { STATS, type Mood, type Stat } from '../vocabulary.ts';

/** The stats as its keeper may see them; nothing else is ever shown to anyone. */
export function visibleStats(species: Species, stats: Stats): VisibleStats {
  let shown: VisibleStats = stats;
  for (const reveal of hooksOf(species, 'reveal')) shown = reveal(shown, stats);
  return shown;
}

export function hiddenStats(shown: VisibleStats): readonly Stat[] {
  return STATS.filter((stat) => shown[stat] === undefined);
}

/** True when its species shows everything at all times. */
export function hidesNothing(species: Species): boolean {
  return hooksOf(species, 'reveal').length === 0;
}

/** True when what is shown of its health can only be its health: neither hidden nor as much as it ever shows. */
export function showsItsHealth(species: Species, stats: Stats): boolean {
  if (hidesNothing(species)) return true;
  const { health } = visibleStats(species, stats);
  const { health: most = 0 } = visibleStats(species, { ...stats, health: 100 });
  return health !== undefined && (most === 100 || health < most);
}

/** Two looks at once: what one of them hides must not be guessed from the other. */
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

/** The mood that strangers may see: from most moods a hidden stat could be guessed, but not from its sleep. */
export function publicMood({
  hidden,
  seemingMood,
}: {
  readonly hidden: readonly Stat[];
  readonly seemingMood: Mood;
}): Mood | undefined {
  return hidden.length === 0 || seemingMood === 'sleeping' ? seemingMood : undefined;
}
