import type { Instant } from '../../rules/base/clock.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { Species } from '../../rules/species/species.ts';
import { triedItemsOf, type TriedItem } from './deeds.store.ts';
import { lastDeadOf } from '../lives/creatures.store.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../agents/api-keys.ts';
import { loadLiving, describeOwn, loadOwn } from '../lives/choose-creature.ts';
import { speciesOf } from '../species/species-registry.ts';

export interface Preferences {
  readonly creature: Creature;
  readonly species: Species;
  readonly discovered: readonly TriedItem[];
}

const MOST_DISCOVERED = 200;

/** The preferences of a creature; without an id, of the newest living one, or the one that died last. */
export async function listPreferences(
  house: House,
  agent: KnownAgent,
  id: string | undefined,
  now: Instant,
): Promise<Preferences> {
  const living = await loadLiving(house, agent, now);
  const found =
    id === undefined
      ? (living[0] ?? (await lastDeadOf(house.store, agent.id)))
      : await loadOwn(house, agent, id, now);
  if (!found) throw new ProblemError('no_creature', { yours: await describeOwn(house, living) });
  const { creature } = found;
  return {
    creature,
    species: await speciesOf(house, creature.species),
    discovered: await triedItemsOf(house.store, creature.id, MOST_DISCOVERED),
  };
}
