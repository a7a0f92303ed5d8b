import { mechanicsOf } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import type { StatChanges, Stats } from '../stats.ts';
import { STATS, type Mood, type Stat } from '../vocabulary.ts';
import type { Observation } from './observe.ts';

/** The stats as its keeper may see them; nothing else is ever shown to anyone. */
export function visibleStats(species: Species, stats: Stats): StatChanges {
  return mechanicsOf(species).reduce<StatChanges>(
    (shown, { reveal }) => reveal?.(shown, stats) ?? shown,
    stats,
  );
}

export function hiddenStats(shown: StatChanges): readonly Stat[] {
  return STATS.filter((stat) => shown[stat] === undefined);
}

/** Two looks at once: what one of them hides must not be guessed from the other. */
export function visibleBeforeAndAfter(
  species: Species,
  before: Stats,
  after: Stats,
): { before: StatChanges; after: StatChanges } {
  const [early, late] = [visibleStats(species, before), visibleStats(species, after)];
  const hidden = new Set([...hiddenStats(early), ...hiddenStats(late)]);
  if (hidden.size === 0) return { before: early, after: late };
  return { before: without(early, hidden), after: without(late, hidden) };
}

function without(shown: StatChanges, hidden: ReadonlySet<Stat>): StatChanges {
  return Object.fromEntries(STATS.filter((stat) => !hidden.has(stat)).map((stat) => [stat, shown[stat]]));
}

/** The mood that strangers may see: from most moods a hidden stat could be guessed, but not from its sleep. */
export function publicMood({ hidden, mood }: Pick<Observation, 'hidden' | 'mood'>): Mood | undefined {
  return hidden.length === 0 || mood === 'sleeping' ? mood : undefined;
}
