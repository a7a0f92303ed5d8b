import type { Instant } from '../../rules/base/clock.ts';
import { isAlive, type Creature } from '../../rules/lives/creature.ts';
import { resurrectionCost } from '../../rules/lives/resurrection.ts';
import { creditsMissing } from '../../rules/credits.ts';
import { ProblemError, type DeadCreatureFacts, type OwnCreature } from '../../rules/problem.ts';
import type { Db, OffsetLimit } from '../../db/db.ts';
import { allReadable } from '../../db/quarantine.ts';
import {
  findOwnCreature,
  lastDeadOf,
  livingOf,
  newestCreatureOf,
  ownNamed,
  requireLivingReadable,
  type StoredCreature,
} from './creatures.store.ts';
import { accountOf } from '../money/ledger.store.ts';
import { isDue, type LockMode } from '../optimistic-lock.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../agents/api-keys.ts';
import { takesPayments } from '../money/checkout.ts';
import { pictureUrl } from '../pictures/picture-url.ts';
import { speciesOf } from '../species/species-registry.ts';
import { settle, settleLiving } from './settle.ts';

/** Drops the rows that were read together with the API key: after a version conflict they are outdated. */
export function callerIn(lock: LockMode, agent: KnownAgent): KnownAgent {
  return lock === 'optimistic' ? agent : { ...agent, ahead: undefined };
}

/** The agent's living creatures and eggs, settled, newest first. */
export async function loadLiving(
  house: House,
  agent: KnownAgent,
  now: Instant,
): Promise<readonly StoredCreature[]> {
  const living = agent.ahead?.living ?? (await livingOf(house.store, agent.id));
  if (!living.some((stored) => isDue(stored, now))) return living;
  return settleLiving(house, living, now);
}

/** The agent's creature with this id, settled, living or dead. */
export async function loadOwn(
  house: House,
  agent: KnownAgent,
  id: string,
  now: Instant,
): Promise<StoredCreature | undefined> {
  const stored = await findOwnCreature(house.store, agent.id, id);
  return stored && settle(house, stored, now);
}

/** The agent's creatures with this name, settled, living or dead; several when the name is ambiguous. */
export async function loadNamed(
  house: House,
  agent: KnownAgent,
  name: string,
  now: Instant,
): Promise<readonly StoredCreature[]> {
  const found = await ownNamed(house.store, agent.id, name);
  if (found.length === 0) await requireLivingReadable(house.store, agent.id);
  return Promise.all(found.map((stored) => settle(house, stored, now)));
}

/** Chooses the creature to care for; without an id, the only living one. */
export async function chooseForCare(
  house: House,
  agent: KnownAgent,
  id: string | undefined,
  now: Instant,
): Promise<{ readonly stored: StoredCreature; readonly living: readonly StoredCreature[] }> {
  const living = await loadLiving(house, agent, now);
  if (id === undefined && living.length > 1)
    throw new ProblemError('which_creature', { yours: await describeOwn(house, living) });
  const stored = id === undefined ? living[0] : living.find(({ creature }) => creature.id === id);
  if (stored) return { stored, living };
  if (id === undefined) await requireLivingReadable(house.store, agent.id);
  const own = await (id === undefined ? lastDeadOf(house.store, agent.id) : loadOwn(house, agent, id, now));
  if (own && isAlive(own.creature)) return { stored: own, living };
  throw new ProblemError('no_living_creature', {
    yours: await describeOwn(house, living),
    late: own?.creature.died && (await describeDead(house, own, now)),
  });
}

export interface ReadingQuery extends OffsetLimit {
  readonly creatureId?: string | undefined;
}

/** Chooses the creature to read about, living or dead; without an id, the newest living one, or the newest. */
export async function chooseForReading(
  house: House,
  agent: KnownAgent,
  id: string | undefined,
  now: Instant,
): Promise<StoredCreature> {
  const found = await (id === undefined ? newestOf(house, agent, now) : loadOwn(house, agent, id, now));
  if (found) return found;
  throw new ProblemError('no_creature', {
    yours: await describeOwn(house, await loadLiving(house, agent, now)),
  });
}

async function newestOf(house: House, agent: KnownAgent, now: Instant) {
  const [living] = await loadLiving(house, agent, now);
  if (living) return living;
  const stored = await newestCreatureOf(house.store, agent.id);
  return stored && settle(house, stored, now);
}

export async function describeOwn(
  house: House,
  living: readonly StoredCreature[],
): Promise<readonly OwnCreature[]> {
  return allReadable(
    living.map(async ({ creature: { id, name, species, stage } }) => {
      const { name: kind, tier } = await speciesOf(house, species);
      return { id, name, species: kind, community: tier === 'community', stage };
    }),
  );
}

export async function describeDead(
  house: House,
  stored: StoredCreature,
  now: Instant,
): Promise<DeadCreatureFacts> {
  const { creature } = stored;
  const imageUrl = pictureUrl(house, stored.imageUrl);
  const species = await speciesOf(house, creature.species);
  return { creature, species, imageUrl, now, ...(await priceOfReturn(house.store, house, creature, now)) };
}

export async function priceOfReturn(
  db: Db,
  house: House,
  creature: Creature,
  now: Instant,
): Promise<Pick<DeadCreatureFacts, 'credits' | 'missing' | 'payable'>> {
  const account = await accountOf(db, creature.keeperId);
  return {
    credits: account.balance,
    missing: creditsMissing(account, resurrectionCost(creature, now)),
    payable: takesPayments(house),
  };
}
