import type { Changes, Stats } from './mechanic.ts';
import type { Observed } from './observe.ts';
import { mechanicsOf } from './species/mechanics-of.ts';
import type { Species } from './species/species.ts';
import { STATS, type Mood, type Stat } from './vocabulary.ts';

/** The stats as its keeper may see them; nothing else is ever shown to anyone. */
export function shownStats(species: Species, stats: Stats): Changes {
  return mechanicsOf(species).reduce<Changes>((shown, { reveal }) => reveal?.(shown, stats) ?? shown, stats);
}

export function hiddenStats(shown: Changes): readonly Stat[] {
  return STATS.filter((stat) => shown[stat] === undefined);
}

/** Two looks at once: what one of them hides must not be guessed from the other. */
export function shownBoth(
  species: Species,
  before: Stats,
  after: Stats,
): { before: Changes; after: Changes } {
  const [early, late] = [shownStats(species, before), shownStats(species, after)];
  const hidden = new Set([...hiddenStats(early), ...hiddenStats(late)]);
  if (hidden.size === 0) return { before: early, after: late };
  return { before: without(early, hidden), after: without(late, hidden) };
}

function without(shown: Changes, hidden: ReadonlySet<Stat>): Changes {
  return Object.fromEntries(STATS.filter((stat) => !hidden.has(stat)).map((stat) => [stat, shown[stat]]));
}

/** The mood that strangers may see: from most moods a hidden stat could be guessed, but not from its sleep. */
export function openMood({ hidden, mood }: Pick<Observed, 'hidden' | 'mood'>): Mood | undefined {
  return hidden.length === 0 || mood === 'sleeping' ? mood : undefined;
}
