import { SECOND, type Instant } from '../../rules/base/clock.ts';
import type { Db } from '../../db/db.ts';
import type { KnownAgent } from '../agents/agents.store.ts';
import { firstDue } from '../lives/due-creatures.store.ts';
import type { House } from '../house.ts';
import { settleForReading, type Settled } from '../lives/settle.ts';
import { MAX_LAG } from './replica.ts';

export interface PublicReading extends Settled {
  readonly store: Db;
  /** The moment whose state is shown. */
  readonly moment: Instant;
}

/** A smaller lag is not reported: HTTP caches keep pages longer. */
const UNREPORTED_LAG = 2 * SECOND;

/**
 * Public reads go to the replica while its lag is small, otherwise to the primary after settling what is due. An authenticated
 * visitor reads the primary, to see its own writes.
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

/** For lists without `asOf`: the replica only while its lag is not reported. Nothing is settled. */
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
