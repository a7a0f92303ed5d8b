import { SECOND, type Instant } from '../../rules/base/clock.ts';
import type { Db } from '../../db/db.ts';
import type { KnownAgent } from '../agents/agents.store.ts';
import { firstDue } from '../lives/due-creatures.store.ts';
import type { House } from '../house.ts';
import { settleForReading, type Settled } from '../lives/settle.ts';
import { MOST_BEHIND } from './replica.ts';

/** Where something public is read, and how it is to be told. */
export interface PublicReading extends Settled {
  readonly store: Db;
  /** The moment it is told as of. */
  readonly moment: Instant;
}

/** Nobody is told of so little: pages stay longer than this in the caches on their way. */
const UNNOTICED = 2 * SECOND;

/**
 * What is public is read from the replica, as it was written there, while that is hardly late; otherwise from the primary, with what
 * is due brought about. Who comes with a key may have just written something, and reads the primary.
 */
export async function preparePublicReading(
  house: House,
  now: Instant,
  visitor?: KnownAgent,
): Promise<PublicReading> {
  const late = visitor ? undefined : await readLate(house, now);
  if (late) return late;
  const asOf = await settleForReading(house, now);
  return { store: house.store, asOf, moment: asOf ?? now };
}

/** The same for what never says how late it is: where it is not. Nothing is brought about. */
export async function storeForListing(house: House, now: Instant, visitor?: KnownAgent): Promise<Db> {
  const found = visitor ? undefined : await house.replica?.at(now);
  return found && now - found.completeAt <= UNNOTICED ? found.store : house.store;
}

async function readLate({ replica }: House, now: Instant): Promise<PublicReading | undefined> {
  const found = await replica?.at(now);
  if (!found) return undefined;
  const { store, completeAt, queueStart } = found;
  const due = await firstDue(store, { from: queueStart, now });
  const moment = Math.min(completeAt, due?.nextEventAt ?? now);
  if (now - moment > MOST_BEHIND) return undefined;
  return { store, moment, asOf: now - moment > UNNOTICED ? moment : undefined };
}
