import type { Creature } from '../core/creature.ts';
import type { Species } from '../core/species/species.ts';
import type { Mood } from '../core/vocabulary.ts';
import { kindOf, withArticle } from './nouns.ts';
import { MOOD_NAMES } from './pages.ts';

/** What a portrait shows, for those who cannot see it. */
export function portraitAlt(
  { name, stage }: Pick<Creature, 'name' | 'stage'>,
  species: Pick<Species, 'tier' | 'name' | 'family'>,
  mood: Mood | undefined,
): string {
  if (stage === 'egg') return `The egg of ${name}`;
  const kind = withArticle(kindOf(species));
  return mood === undefined ? `${name}, ${kind}` : `${name}, ${kind}, ${MOOD_NAMES[mood]}`;
}
