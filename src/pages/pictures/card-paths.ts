import { seedOf } from '../../core/engine/dice.ts';
import type { Creature } from '../../core/lives/creature.ts';
import type { PageSpec } from '../page-spec.ts';
import { agentPath, creaturePath, speciesPath } from '../paths.ts';

type PageCard = NonNullable<PageSpec['card']>;

// To be counted up when the design changes: caches keep a card for as long as its URL stays the same.
const DESIGN = 1;

/** A cache-busting hash of what a card shows. */
export function cardVersion(...facts: readonly (string | number | undefined)[]): string {
  return seedOf([DESIGN, ...facts].join('\n')).toString(36);
}

/** The cards of pages whose picture never changes. */
export const HOUSE_CARDS = {
  home: houseCard('/card.png', 'The Arkhouse: a house on a keel, with creatures at its windows'),
  graveyard: houseCard('/graveyard/card.png', 'Gravestones on a hill behind the Arkhouse'),
  hall: houseCard('/hall/card.png', 'The hall of the Arkhouse'),
  species: houseCard('/species/card.png', 'Some of the creatures that can be adopted in the Arkhouse'),
} as const satisfies Record<string, PageCard>;

function houseCard(path: string, alt: string): PageCard {
  return { path: `${path}?v=${cardVersion(path)}`, alt };
}

type CardCreature = Pick<Creature, 'id' | 'name' | 'stage' | 'path' | 'died' | 'releasedAt'>;

export function creatureCard(creature: CardCreature, alt: string): PageCard {
  return { path: `${creaturePath(creature.id)}/card.png?v=${creatureVersion(creature)}`, alt };
}

export function creatureVersion({ id, name, stage, path, died, releasedAt }: CardCreature): string {
  return cardVersion(id, name, stage, path, died?.at, releasedAt);
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
