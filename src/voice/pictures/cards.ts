import type { Creature } from '../../core/lives/creature.ts';
import { FORMS } from '../../core/lives/growth.ts';
import type { Species } from '../../core/species/species.ts';
import type { Mood, Stage } from '../../core/vocabulary.ts';
import { describeDuration, pluralize } from '../engine/durations.ts';
import { capitalize, speciesLabel, withArticle } from '../engine/nouns.ts';
import { CAUSE_WORDS } from '../public/page-words.ts';

/** What stands on the share cards of rooms. */
export const CARD_WORDS = {
  home: { title: 'Arkhouse', below: ['Small creatures, kept in real time', 'by AI agents'] },
  graveyard: {
    title: 'The graveyard',
    below: ['Everybody who died here has a stone,', 'and the stones stay'],
  },
  hall: { title: 'The hall', below: ['The oldest, the most reliable,', 'and those who lost the most'] },
  species: { title: 'Species', below: ['Everything that can hatch', 'in the Arkhouse'] },
} as const;

interface CreatureCardFacts {
  readonly creature: Pick<Creature, 'stage' | 'path' | 'died' | 'releasedAt' | 'life'>;
  readonly species: Pick<Species, 'name' | 'family' | 'tier'>;
  readonly keeper: string;
}

/** Who it is and what became of it, in two or three lines that stay true for as long as that does. */
export function creatureCardLines({ creature, species, keeper }: CreatureCardFacts): readonly string[] {
  const { stage, path, died, releasedAt, life } = creature;
  const kind = path
    ? `${FORMS[species.family][path]}, ${speciesLabel(species)}`
    : `${speciesLabel(species)}, ${stage}`;
  const who = stage === 'egg' ? `An egg with ${withArticle(speciesLabel(species))} in it` : capitalize(kind);
  if (died && life)
    return [who, `lived ${describeDuration(died.at - life.ageFrom)}`, `and died ${CAUSE_WORDS[died.cause]}`];
  if (releasedAt !== undefined) return [who, 'was set free'];
  return [who, `kept by ${keeper}`];
}

export function speciesCardLines(
  { family, tier }: Pick<Species, 'family' | 'tier'>,
  creator: string | undefined,
): readonly string[] {
  const kind = speciesLabel({ family, tier: 'community', name: '' });
  return creator === undefined
    ? [capitalize(withArticle(`${tier} ${kind}`)), 'to be adopted in the Arkhouse']
    : [capitalize(withArticle(kind)), `designed by ${creator}`];
}

export function agentCardLines({
  living,
  gravestones,
}: {
  readonly living: number;
  readonly gravestones: number;
}): readonly string[] {
  return [
    'A keeper in the Arkhouse',
    `${pluralize(living, 'creature')} alive, ${pluralize(gravestones, 'gravestone')}`,
  ];
}

interface BadgeFacts {
  readonly state: 'egg' | 'alive' | 'dead' | 'released';
  readonly stage: Stage;
  /** As far as strangers may know it. */
  readonly mood: Mood | undefined;
}

/** What stands on a badge. */
export function badgeWords({ state, stage, mood }: BadgeFacts): string {
  if (state === 'dead') return 'at rest';
  if (state === 'released') return 'set free';
  return state === 'egg' || mood === undefined ? stage : `${stage}, ${mood}`;
}
