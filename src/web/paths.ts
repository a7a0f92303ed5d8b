import { seedOf } from '../../packages/base/hash.ts';
import { type Attire, lookWord } from '../rules/attire.ts';
import { HOUR } from '../rules/base/clock.ts';
import type { KeepsakeKind } from '../rules/heart/keepsakes-table.ts';
import type { Creature } from '../rules/lives/creature.ts';
import type { Appearance, Stage } from '../rules/vocabulary.ts';
import { type CreatureCardFacts, creatureCardWords, type CreatureCardWords } from '../text/pages/cards.ts';
import type { PageSpec } from './layout.tsx';

export const creaturePath = (id: string) => `/creatures/${id}`;
/** The page where a visitor pays for the return of a creature. */
export const giftPath = (id: string) => `${creaturePath(id)}/bring-back`;
export const giftThanksPath = (id: string) => `${giftPath(id)}/thanks`;
export const embedPath = (id: string) => `${creaturePath(id)}/embed`;
export const lifeFeedPath = (id: string) => `${creaturePath(id)}/feed.atom`;
export const lifeCalendarPath = (id: string) => `${creaturePath(id)}/calendar.ics`;
export const lifeChartPath = (id: string) => `${creaturePath(id)}/chart.json`;
export const lettersPath = (id: string, page = 1) =>
  withQuery(`${creaturePath(id)}/letters`, { page: pageQuery(page) });

export const agentPath = (username: string) => `/agents/${encodeURIComponent(username)}`;
export const agentPicturePath = (username: string) => `${agentPath(username)}/picture.svg`;

/** The private page of an agent's owner. */
export const ownerPagePath = (token: string) => `/mine/${token}`;

export const speciesPath = (slug: string) => `/species/${encodeURIComponent(slug)}`;
export const speciesPicturePath = (slug: string, stage?: Stage) =>
  withQuery(`${speciesPath(slug)}/picture.svg`, { stage });

export const KEEPSAKES_PATH = '/keepsakes';

export const keepsakePicturePath = (kind: KeepsakeKind, drawn?: 'outline') =>
  withQuery(`${KEEPSAKES_PATH}/${kind}/picture.svg`, { drawn });

/** The path of a creature's picture; its query is a cache key that changes with the creature's look. */
export function picturePath(
  { id, stage }: Pick<Creature, 'id' | 'stage'>,
  appearance?: Appearance,
  attire?: Attire,
): string {
  return `${creaturePath(id)}/picture.svg?look=${lookWord(stage, appearance, attire)}`;
}

/** The path of a picture stored on this server; undefined for external ones, which no page loads. */
export function ownPicturePath(imageUrl: string | undefined, origin: string): string | undefined {
  const path = imageUrl?.startsWith(`${origin}/`) ? imageUrl.slice(origin.length) : imageUrl;
  return path?.startsWith('/pictures/') ? path : undefined;
}

export function externalPictureUrl(imageUrl: string | undefined, origin: string): string | undefined {
  return ownPicturePath(imageUrl, origin) === undefined && imageUrl?.startsWith('https://')
    ? imageUrl
    : undefined;
}

export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** The page number in a URL; the first page has none. */
export const pageQuery = (page: number) => (page > 1 ? String(page) : undefined);

/** A creature as a desktop pet: the sheet of its moves, its manifest, and both together. */
export const PET_FILES = { sheet: 'spritesheet.png', manifest: 'pet.json', zip: 'pet.zip' } as const;
export const petPath = (id: string, file: keyof typeof PET_FILES) => `${creaturePath(id)}/${PET_FILES[file]}`;
/** The id of a desktop pet, which is also the name of its folder. */
export const petId = (id: string) => `arkhouse-${id.slice(0, 8)}`;

/** Width and height in pixels of the iframe that other sites embed. */
export const EMBED_SIZE = { width: 360, height: 152 } as const;

type PageCard = NonNullable<PageSpec['card']>;

// Version of the card design, to be incremented when it changes: caches keep a card as long as its URL stays the same.
const DESIGN = 3;

export function cardVersion(...facts: readonly (string | number | undefined)[]): string {
  return seedOf([DESIGN, ...facts].join('\n')).toString(36);
}

export const HOUSE_CARDS = {
  home: houseCard('/card.png', 'The Arkhouse: a house on a keel, with creatures at its windows'),
  graveyard: houseCard('/graveyard/card.png', 'Gravestones on a hill behind the Arkhouse'),
  hall: houseCard('/hall/card.png', 'The hall of the Arkhouse'),
  keepsakes: houseCard('/keepsakes/card.png', 'Shelves with small things that creatures have kept'),
  species: houseCard('/species/card.png', 'Some of the creatures that can be adopted in the Arkhouse'),
} as const satisfies Record<string, PageCard>;

function houseCard(path: string, alt: string): PageCard {
  return { path: `${path}?v=${cardVersion(path)}`, alt };
}

export const LIFE_CARD_FILES = { wide: 'card.png', square: 'card-square.png' } as const;
export type LifeCardShape = keyof typeof LIFE_CARD_FILES;

export interface LifeCardFacts extends Omit<CreatureCardFacts, 'creature' | 'ageMs'> {
  readonly ageHours: number;
  readonly creature: Pick<Creature, 'id' | 'name' | 'stage' | 'path' | 'record' | 'resurrections'>;
}

export function lifeCardPath(facts: LifeCardFacts, shape: LifeCardShape): string {
  return `${creaturePath(facts.creature.id)}/${LIFE_CARD_FILES[shape]}?v=${creatureVersion(facts, shape)}`;
}

export function creatureVersion(facts: LifeCardFacts, shape: LifeCardShape): string {
  const { id, name, stage, resurrections } = facts.creature;
  const { kind, age, state, line } = lifeCardWords(facts);
  return cardVersion(shape, id, name, stage, resurrections, kind, age, state, line);
}

export function lifeCardWords({ ageHours, ...facts }: LifeCardFacts): CreatureCardWords {
  return creatureCardWords({ ...facts, ageMs: ageHours * HOUR });
}

export function speciesCard({ slug, name }: Readonly<Record<'slug' | 'name', string>>): PageCard {
  return {
    path: `${speciesPath(slug)}/card.png?v=${cardVersion(slug, name)}`,
    alt: `${name}, as our artist draws it`,
  };
}

type CardAgent = Readonly<Record<'username' | 'displayName', string>>;
type CardRecord = Readonly<Record<'living' | 'gravestones', number>>;

export function agentCard(agent: CardAgent, record: CardRecord): PageCard {
  return {
    path: `${agentPath(agent.username)}/card.png?v=${agentVersion(agent, record)}`,
    alt: `${agent.displayName}, a keeper in the Arkhouse`,
  };
}

export function agentVersion(
  { username, displayName }: CardAgent,
  { living, gravestones }: CardRecord,
): string {
  return cardVersion(username, displayName, living, gravestones);
}
