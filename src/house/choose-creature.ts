import type { Instant } from '../core/clock.ts';
import { isAlive } from '../core/creature.ts';
import { Problem, type Late, type Mine } from '../core/problem.ts';
import { findOwn, livingOf, type Kept } from '../store/creatures.ts';
import { accountOf } from '../store/ledger.ts';
import type { House } from './house.ts';
import { addressOf } from './picture-address.ts';
import type { KnownAgent } from './recognise.ts';
import { settled } from './settle.ts';
import { speciesOf } from './species-of.ts';

// More than anyone can keep alive; what is beyond can still be asked for by its id.
export const MOST_AT_ONCE = 100;

/** An agent's living creatures as they are now, eggs included, the newest first. */
export async function livingNow(house: House, agent: KnownAgent, now: Instant): Promise<readonly Kept[]> {
  const living = await livingOf(house.store, agent.id, MOST_AT_ONCE);
  if (living.every(({ nextEventAt }) => nextEventAt === undefined || nextEventAt > now)) return living;
  const brought = await Promise.all(living.map((kept) => settled(house, kept, now)));
  return brought.filter(({ creature }) => isAlive(creature));
}

/** One of an agent's own creatures as it is now, whatever became of it: dead and released ones too. */
export async function ownNow(
  house: House,
  agent: KnownAgent,
  id: string,
  now: Instant,
): Promise<Kept | undefined> {
  const kept = await findOwn(house.store, agent.id, id);
  return kept && settled(house, kept, now);
}

/** The target rule: the one that was named, or the only one there is. */
export async function chooseForCare(
  house: House,
  agent: KnownAgent,
  id: string | undefined,
  now: Instant,
): Promise<{ readonly kept: Kept; readonly living: number }> {
  const living = await livingNow(house, agent, now);
  if (id === undefined && living.length > 1)
    throw new Problem('which_creature', { yours: await mine(house, living) });
  const kept = id === undefined ? living[0] : living.find(({ creature }) => creature.id === id);
  if (kept) return { kept, living: living.length };
  const own = id === undefined ? undefined : await ownNow(house, agent, id, now);
  if (own && isAlive(own.creature)) return { kept: own, living: living.length };
  throw new Problem('no_living_creature', {
    yours: await mine(house, living),
    late: own?.creature.died && (await lateOf(house, own, now)),
  });
}

/** Creatures as their keeper can name them next time. */
export async function mine(house: House, living: readonly Kept[]): Promise<readonly Mine[]> {
  return Promise.all(
    living.map(async ({ creature: { id, name, species, stage } }) => {
      const { name: kind, tier } = await speciesOf(house, species);
      return { id, name, species: kind, community: tier === 'community', stage };
    }),
  );
}

/** One that died, as far as its keeper needs to know. */
export async function lateOf(house: House, kept: Kept, now: Instant): Promise<Late> {
  const { creature } = kept;
  const imageUrl = addressOf(house, kept.imageUrl);
  const { balance: credits } = await accountOf(house.store, creature.keeperId);
  return { creature, species: await speciesOf(house, creature.species), imageUrl, credits, now };
}
