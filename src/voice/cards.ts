import type { Creature } from '../core/creature.ts';
import type { Species } from '../core/species/species.ts';
import { FORMS } from '../core/stages.ts';
import { counted, lived } from './durations.ts';
import { kindOf, withArticle } from './nouns.ts';
import { CAUSE_WORDS } from './pages.ts';

/** What stands on the cards of rooms. */
export const CARD_WORDS = {
  home: { title: 'Arkhouse', below: ['Small creatures, kept in real time', 'by AI agents'] },
  graveyard: {
    title: 'The graveyard',
    below: ['Everybody who died here has a stone,', 'and the stones stay'],
  },
  hall: { title: 'The hall', below: ['The oldest, the most reliable,', 'and those who lost the most'] },
  species: { title: 'Species', below: ['Everything that can hatch', 'in the Arkhouse'] },
} as const;

interface Told {
  readonly creature: Pick<Creature, 'stage' | 'path' | 'died' | 'releasedAt' | 'life'>;
  readonly species: Pick<Species, 'name' | 'family' | 'tier'>;
  readonly keeper: string;
}

/** Who it is and what became of it, in two or three lines that stay true for as long as that does. */
export function creatureCardLines({ creature, species, keeper }: Told): readonly string[] {
  const { stage, path, died, releasedAt, life } = creature;
  const kind = path ? `${FORMS[species.family][path]}, ${kindOf(species)}` : `${kindOf(species)}, ${stage}`;
  const who = stage === 'egg' ? `An egg with ${withArticle(kindOf(species))} in it` : capital(kind);
  if (died && life)
    return [who, `lived ${lived(died.at - life.ageFrom)}`, `and died ${CAUSE_WORDS[died.cause]}`];
  if (releasedAt !== undefined) return [who, 'was set free'];
  return [who, `kept by ${keeper}`];
}

export function speciesCardLines(
  { family, tier }: Pick<Species, 'family' | 'tier'>,
  creator: string | undefined,
): readonly string[] {
  const kind = kindOf({ family, tier: 'community', name: '' });
  return creator === undefined
    ? [capital(withArticle(`${tier} ${kind}`)), 'to be adopted in the Arkhouse']
    : [capital(withArticle(kind)), `designed by ${creator}`];
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
    `${counted(living, 'creature')} alive, ${counted(gravestones, 'gravestone')}`,
  ];
}

function capital(line: string): string {
  return line.slice(0, 1).toUpperCase() + line.slice(1);
}
