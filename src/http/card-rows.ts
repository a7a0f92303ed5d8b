import type { Instant } from '../core/clock.ts';
import { builtInsOf } from '../core/species/catalog.ts';
import { FAMILIES, type Family } from '../core/vocabulary.ts';
import { readSpecies } from '../house/browse-species.ts';
import { drawAgent, drawCreature, drawSpecies } from '../house/draw-pictures.ts';
import { glanceAt } from '../house/glance-at.ts';
import type { House } from '../house/house.ts';
import { visitAgent } from '../house/visit-agent.ts';
import { agentVersion, cardVersion, creatureVersion } from '../pages/card-paths.ts';
import { agentCardSvg, creatureCardSvg, speciesCardSvg } from '../pages/cards/cards.tsx';
import { graveyardCardSvg, hallCardSvg, housesCardSvg, type Guest } from '../pages/cards/rooms.tsx';

/** A card that can be printed. */
export interface Card {
  /** Under this name it always looks the same. */
  readonly version: string;
  draw(): Promise<string>;
}

export interface CardRow {
  /** As routes are written: `/creatures/{id}/card.png`. */
  readonly path: string;
  find(house: House, params: Readonly<Record<string, string>>, now: Instant): Promise<Card | undefined>;
}

/** The picture others show beside a link: of the house, its rooms, and whoever has a page. */
export const CARD_ROWS: readonly CardRow[] = [
  { path: '/card.png', find: async (house) => houseCard(house) },
  room('/species/card.png', async (house) => housesCardSvg('species', await guests(house, 1))),
  room('/hall/card.png', async (house) => hallCardSvg(await guests(house, 2))),
  room('/graveyard/card.png', async () => graveyardCardSvg()),
  {
    path: '/creatures/{id}/card.png',
    async find(house, { id = '' }, now) {
      const face = await glanceAt(house, id, now);
      if (!face) return undefined;
      const { stage } = face.creature;
      return {
        version: creatureVersion(face.creature),
        draw: async () => creatureCardSvg(face, (await drawCreature(house, { id, stage }, now)) ?? ''),
      };
    },
  },
  {
    path: '/species/{slug}/card.png',
    async find(house, { slug = '' }) {
      const found = await readSpecies(house, slug);
      const [species, creator] =
        'species' in found
          ? [found.species, undefined]
          : [{ ...found, tier: 'community' as const }, found.creator.username];
      return {
        version: cardVersion(slug, species.name),
        draw: async () => speciesCardSvg(species, creator, (await drawSpecies(house, slug)) ?? ''),
      };
    },
  },
  {
    path: '/agents/{username}/card.png',
    async find(house, { username = '' }, now) {
      const view = await visitAgent(house, username.toLowerCase(), now);
      if (!view) return undefined;
      const { profile, record } = view;
      return {
        version: agentVersion(profile, record),
        draw: async () => agentCardSvg(profile, record, (await drawAgent(house, profile.username)) ?? ''),
      };
    },
  },
];

/** The card of the house itself, which stands in for any other. */
export function houseCard(house: House): Card {
  return {
    version: cardVersion('/card.png'),
    draw: async () => housesCardSvg('home', await guests(house, 0)),
  };
}

function room(path: string, draw: (house: House) => Promise<string>): CardRow {
  return { path, find: async (house) => ({ version: cardVersion(path), draw: () => draw(house) }) };
}

/** One of each family, the nth of its table. */
function guests(house: House, nth: number): Promise<readonly Guest[]> {
  return Promise.all(FAMILIES.map((family) => guestOf(house, family, nth)));
}

async function guestOf(house: House, family: Family, nth: number): Promise<Guest> {
  const slug = builtInsOf({ family })[nth]?.slug ?? '';
  return { family, svg: (await drawSpecies(house, slug)) ?? '' };
}
