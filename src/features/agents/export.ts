import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Instant } from '../../rules/base/clock.ts';
import type { Db } from '../../db/db.ts';
import { allReadable } from '../../db/table.ts';
import { feedTokenSince, findAgent } from './agents.store.ts';
import { creatureIdsOf } from './departures.store.ts';
import { findOwnCreature } from '../lives/creatures.store.ts';
import { gravestonesOfKeeper, type Gravestone } from '../lives/gravestones.store.ts';
import {
  type InlinePayment,
  paymentsAfter,
  type Purchase,
  purchasesAfter,
} from '../money/purchases.store.ts';
import { accountOf, ledgerAfter, type LedgerLine } from '../money/ledger.store.ts';
import { portraitsOf } from '../pictures/pictures.store.ts';
import { designsAfter } from '../species/species.store.ts';
import { readLetters } from '../heart/letters.ts';
import type { House } from '../house.ts';
import { LOG_PIECE, readHistory, readOlder, type History, type LogEntry } from '../lives/read-history.ts';
import type { KnownAgent } from './api-keys.ts';
import { existing } from './profile.ts';

const BATCH = 200;

/** A limit larger than the number of letters of any creature. */
const ALL_LETTERS = { limit: 10_000, offset: 0 };

export type OwnData = Awaited<ReturnType<typeof readOwnData>>;
export type OwnLife = Awaited<ReturnType<typeof readLife>>;

/** Everything stored about an agent; lists are read in batches while they are consumed. `entries` limits each care log. */
export async function readOwnData(house: House, { id, username }: KnownAgent, entries: number, now: Instant) {
  const { store } = house;
  const [agent, account, feedSince] = await Promise.all([
    findAgent(store, id),
    accountOf(store, id),
    feedTokenSince(store, id),
  ]);
  return {
    agent: existing(agent),
    account,
    feedSince,
    ledger: batches<LedgerLine>((last) => ledgerAfter(store, id, last?.number ?? 0, BATCH)),
    purchases: purchasesOf(store, id),
    designs: batches<OwnDesign>((last) => designsAfter(store, id, last, BATCH)),
    gravestones: batches<Gravestone>((last) => {
      const after = last && { after: [last.diedAt, last.id] };
      return gravestonesOfKeeper(store, id, { offset: 0, limit: BATCH, ...after });
    }),
    lives: livesOf(house, { id, username }, entries, now),
  };
}

export type OwnDesign = Awaited<ReturnType<typeof designsAfter>>[number];

async function* batches<Row>(read: (last: Row | undefined) => Promise<readonly Row[]>) {
  let last: Row | undefined;
  do {
    const batch = await read(last);
    yield batch;
    last = batch.at(-1);
  } while (last);
}

type OwnPurchase = Pick<Purchase, 'id' | 'provider' | 'credits' | 'cents' | 'live' | 'createdAt'> &
  Partial<Pick<Purchase, 'creatureId' | 'gift'>> & { readonly state: string };

async function* purchasesOf(store: Db, id: string): AsyncGenerator<readonly OwnPurchase[]> {
  yield* batches<Purchase>((last) => purchasesAfter(store, id, last, BATCH));
  for await (const paid of batches<InlinePayment>((last) => paymentsAfter(store, id, last, BATCH)))
    yield paid.map(({ key, method, ...payment }) => ({ ...payment, id: key, provider: method }));
}

async function* livesOf(house: House, agent: KnownAgent, entries: number, now: Instant) {
  const ids = batches<string>((last) => creatureIdsOf(house.store, agent.id, last ?? '', BATCH));
  for await (const some of ids)
    for (const id of some) {
      yield* await allReadable([readLife(house, agent, id, entries, now)]);
      // SQLite answers within a turn of the event loop: without this, an export would be one turn.
      await nextTurn();
    }
}

async function readLife(house: House, agent: KnownAgent, id: string, entries: number, now: Instant) {
  const asked = { creatureId: id, limit: Math.min(entries, LOG_PIECE), offset: 0 };
  const history = await readHistory(house, agent, asked, now);
  const stored = await findOwnCreature(house.store, agent.id, id);
  if (!stored) throw new Error(`creature ${id} disappeared during the export`);
  const { creature, species } = history;
  const { letters } = await readLetters(house, creature, species, history.now, ALL_LETTERS);
  return {
    stored,
    history,
    letters,
    portraits: await portraitsOf(house.store, id),
    log: logOf(house, history, entries),
  };
}

async function* logOf(house: House, { log }: History, entries: number): AsyncGenerator<readonly LogEntry[]> {
  yield log;
  let left = entries - log.length;
  if (left <= 0) return;
  for await (const older of readOlder(house, log.at(-1))) {
    yield older.slice(0, left);
    left -= older.length;
    if (left <= 0) return;
  }
}
