import type { Species } from '../../core/species/species.ts';
import type { Family } from '../../core/vocabulary.ts';
import type { KeeperSummary } from '../../house/keepers/view-agent.ts';
import type { KeeperName } from '../../house/public/public-creature.ts';
import { agentCardLines, speciesCardLines } from '../../voice/pictures/cards.ts';
import { CardWindow, CardWords, DAY_COLORS, renderCard, FAMILY_COLORS } from './card-frame.tsx';

const WINDOW = { x: 752, y: 128, size: 352 } as const;

type CardSpecies = Pick<Species, 'name' | 'slug' | 'family' | 'tier'>;

export function speciesCardSvg(
  species: CardSpecies,
  creator: string | undefined,
  picture: string,
  host: string,
): string {
  return renderCard(
    DAY_COLORS,
    <>
      <CardWords
        title={species.name}
        orElse={species.slug}
        below={speciesCardLines(species, creator)}
        mood={DAY_COLORS}
      />
      <CardWindow svg={picture} paint={FAMILY_COLORS[species.family]} {...WINDOW} />
    </>,
    host,
  );
}

export function agentCardSvg(
  keeper: KeeperName,
  record: KeeperSummary,
  picture: string,
  host: string,
): string {
  const paint = FAMILY_COLORS['ai-native' satisfies Family];
  return renderCard(
    DAY_COLORS,
    <>
      <CardWords
        title={keeper.displayName}
        orElse={keeper.username}
        below={agentCardLines(record)}
        mood={DAY_COLORS}
      />
      <CardWindow svg={picture} paint={paint} {...WINDOW} />
    </>,
    host,
  );
}
