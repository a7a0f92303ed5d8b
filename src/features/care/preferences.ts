import type { Instant } from '../../rules/base/clock.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { Species } from '../../rules/species/species.ts';
import { describeMissing, loadLiving, loadOwn } from '../creatures/choose-creature.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import { lastDeadOf } from '../records/creatures.store.ts';
import { type TriedItem, triedItemsOf } from '../records/heart.store.ts';
import { speciesOf } from '../species/species-registry.ts';

export interface Preferences {
  readonly creature: Creature;
  readonly species: Species;
  readonly discovered: readonly TriedItem[];
}

const MOST_DISCOVERED = 200;

export async function listPreferences(
  house: CreaturesHouse,
  agent: KnownAgent,
  id: string | undefined,
  now: Instant,
): Promise<Preferences> {
  const living = await loadLiving(house, agent, now);
  const found =
    id === undefined
      ? (living[0] ?? (await lastDeadOf(house.store, agent.id)))
      : await loadOwn(house, agent, id, now);
  if (!found) throw new ProblemError('no_creature', await describeMissing(house, agent, { id, found }, now));
  const { creature } = found;
  return {
    creature,
    species: await speciesOf(house, creature.species),
    discovered: await triedItemsOf(house.store, creature.id, MOST_DISCOVERED),
  };
}
