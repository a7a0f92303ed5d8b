import { SECOND, type Instant } from '../../rules/base/clock.ts';
import type { Db } from '../../db/db.ts';
import type { KnownAgent } from '../agents/agents.store.ts';
import { firstDue } from '../lives/due-creatures.store.ts';
import type { House } from '../house.ts';
import { settleForReading, type Settled } from '../lives/settle.ts';
import { MAX_LAG } from './replica.ts';

export interface PublicReading extends Settled {
  readonly store: Db;
  /** The moment whose state a public read shows. */
  readonly moment: Instant;
}

/** A smaller replication lag is not reported: HTTP caches keep pages longer. */
const UNREPORTED_LAG = 2 * SECOND;

/**
 * Chooses the database of a public read: the replica while its lag is small, otherwise the primary after
 * settling due creatures. An authenticated caller reads the primary, to see its own writes.
 */
export async function preparePublicReading(
  house: House,
  now: Instant,
  visitor?: KnownAgent,
): Promise<PublicReading> {
  const fromReplica = visitor ? undefined : await readReplica(house, now);
  if (fromReplica) return fromReplica;
  const asOf = await settleForReading(house, now);
  return { store: house.store, asOf, moment: asOf ?? now };
}

/** The database for lists without `asOf`: the replica only while its lag is too small to report. Settles nothing. */
export async function storeForListing(house: House, now: Instant, visitor?: KnownAgent): Promise<Db> {
  const found = visitor ? undefined : await house.replica?.at(now);
  return found && now - found.completeAt <= UNREPORTED_LAG ? found.store : house.store;
}

async function readReplica({ replica }: House, now: Instant): Promise<PublicReading | undefined> {
  const found = await replica?.at(now);
  if (!found) return undefined;
  const { store, completeAt, queueStart } = found;
  const due = await firstDue(store, { from: queueStart, now });
  const moment = Math.min(completeAt, due?.nextEventAt ?? now);
  if (now - moment > MAX_LAG) return undefined;
  return { store, moment, asOf: now - moment > UNREPORTED_LAG ? moment : undefined };
}
