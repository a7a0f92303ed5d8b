import type { Species } from '../../core/species/species.ts';
import type { Family } from '../../core/vocabulary.ts';
import type { Face, KeeperName } from '../../house/faces.ts';
import type { KeepersRecord } from '../../house/visit-agent.ts';
import { agentCardLines, creatureCardLines, speciesCardLines } from '../../voice/cards.ts';
import { CardWindow, CardWords, DAY_MOOD, DUSK_MOOD, framed, PAINTS } from './frame.tsx';

const WINDOW = { x: 752, y: 128, size: 352 } as const;

/** A creature, in its window; those who died are seen at dusk. */
export function creatureCardSvg({ creature, species, keeper }: Face, picture: string): string {
  const mood = creature.died ? DUSK_MOOD : DAY_MOOD;
  const below = creatureCardLines({ creature, species, keeper: keeper.username });
  return framed(
    mood,
    <>
      <CardWords title={creature.name} orElse={species.family} below={below} mood={mood} />
      <g opacity={creature.died ? 0.72 : 1}>
        <CardWindow svg={picture} paint={PAINTS[species.family]} {...WINDOW} />
      </g>
    </>,
  );
}

type SpeciesFacts = Pick<Species, 'name' | 'slug' | 'family' | 'tier'>;

export function speciesCardSvg(species: SpeciesFacts, creator: string | undefined, picture: string): string {
  return framed(
    DAY_MOOD,
    <>
      <CardWords
        title={species.name}
        orElse={species.slug}
        below={speciesCardLines(species, creator)}
        mood={DAY_MOOD}
      />
      <CardWindow svg={picture} paint={PAINTS[species.family]} {...WINDOW} />
    </>,
  );
}

export function agentCardSvg(keeper: KeeperName, record: KeepersRecord, picture: string): string {
  const paint = PAINTS['ai-native' satisfies Family];
  return framed(
    DAY_MOOD,
    <>
      <CardWords
        title={keeper.displayName}
        orElse={keeper.username}
        below={agentCardLines(record)}
        mood={DAY_MOOD}
      />
      <CardWindow svg={picture} paint={paint} {...WINDOW} />
    </>,
  );
}
