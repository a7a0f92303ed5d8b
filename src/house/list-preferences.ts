import type { Instant } from '../core/clock.ts';
import type { Creature } from '../core/creature.ts';
import { Problem } from '../core/problem.ts';
import type { Species } from '../core/species/species.ts';
import { lastBuriedOf } from '../store/creatures.ts';
import { triedItemsOf, type TriedItem } from '../store/tried-items.ts';
import { livingNow, mine, ownNow } from './choose-creature.ts';
import type { House } from './house.ts';
import type { KnownAgent } from './recognise.ts';
import { speciesOf } from './species-of.ts';

export type Discovered = TriedItem;

export interface Preferences {
  readonly creature: Creature;
  readonly species: Species;
  /** What was tried, the best liked first. */
  readonly discovered: readonly Discovered[];
}

// The best liked are what a keeper needs to know; an agent can try any number of things.
const MOST_TOLD = 200;

/** What a creature likes, and how it took what it was given: the one that was named, or the newest that lives. */
export async function listPreferences(
  house: House,
  agent: KnownAgent,
  id: string | undefined,
  now: Instant,
): Promise<Preferences> {
  const living = await livingNow(house, agent, now);
  const found =
    id === undefined
      ? (living[0] ?? (await lastBuriedOf(house.store, agent.id)))
      : await ownNow(house, agent, id, now);
  if (!found) throw new Problem('no_creature', { yours: await mine(house, living) });
  const { creature } = found;
  return {
    creature,
    species: await speciesOf(house, creature.species),
    discovered: await triedItemsOf(house.store, creature.id, MOST_TOLD),
  };
}
