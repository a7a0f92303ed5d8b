import { HOUR } from '../../core/engine/clock.ts';
import { seedOf } from '../../core/engine/dice.ts';
import type { Creature } from '../../core/lives/creature.ts';
import type { Observation } from '../../core/lives/observe.ts';
import type { Species } from '../../core/species/species.ts';
import type { CreatureGlance, Grave } from '../../house/public/view-creature.ts';
import { creatureCardWords, type CreatureCardWords } from '../../voice/pictures/cards.ts';
import type { PageSpec } from '../page-spec.ts';
import { agentPath, creaturePath, speciesPath } from '../paths.ts';

type PageCard = NonNullable<PageSpec['card']>;

// To be counted up when the design changes: caches keep a card for as long as its URL stays the same.
const DESIGN = 3;

/** A cache-busting hash of what a card shows. */
export function cardVersion(...facts: readonly (string | number | undefined)[]): string {
  return seedOf([DESIGN, ...facts].join('\n')).toString(36);
}

/** The cards of pages whose picture never changes. */
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

/** The cards of a life: the one others show beside a link, and a square one. */
export const LIFE_CARD_FILES = { wide: 'card.png', square: 'card-square.png' } as const;
export type LifeCardShape = keyof typeof LIFE_CARD_FILES;

export interface LifeCardFacts {
  readonly creature: Pick<Creature, 'id' | 'name' | 'stage' | 'path' | 'record' | 'resurrections'>;
  readonly species: Species;
  readonly observed: Observation | undefined;
  readonly state: CreatureGlance['state'];
  readonly ageHours: number;
  readonly stone: Grave['stone'] | undefined;
}

export function creatureCard(facts: LifeCardFacts, alt: string): PageCard {
  return { path: lifeCardPath(facts, 'wide'), alt };
}

/** The address of a card, which changes whenever the card does. */
export function lifeCardPath(facts: LifeCardFacts, shape: LifeCardShape): string {
  const { id } = facts.creature;
  return `${creaturePath(id)}/${LIFE_CARD_FILES[shape]}?v=${creatureVersion(facts, shape)}`;
}

export function creatureVersion(facts: LifeCardFacts, shape: LifeCardShape): string {
  const { id, name, stage, resurrections } = facts.creature;
  const { kind, age, state, line } = lifeCardWords(facts);
  return cardVersion(shape, id, name, stage, resurrections, kind, age, state, line);
}

/** What is written on the card of a life, as far as anybody may know it. */
export function lifeCardWords({ ageHours, ...facts }: LifeCardFacts): CreatureCardWords {
  return creatureCardWords({ ...facts, ageMs: ageHours * HOUR });
}

export function speciesCard({ slug, name }: { readonly slug: string; readonly name: string }): PageCard {
  return {
    path: `${speciesPath(slug)}/card.png?v=${cardVersion(slug, name)}`,
    alt: `${name}, as our artist draws it`,
  };
}

interface CardAgent {
  readonly username: string;
  readonly displayName: string;
}

interface CardRecord {
  readonly living: number;
  readonly gravestones: number;
}

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
