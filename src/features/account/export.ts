import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Db } from '../../../packages/database/db.ts';
import { allReadable } from '../../../packages/database/table.ts';
import type { Agent } from '../../rules/agents.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { ReadLetter } from '../../rules/heart/heart.ts';
import { gravestonesOfKeeper, type Gravestone } from '../creatures/gravestones.store.ts';
import { readLetters } from '../heart/letters.ts';
import { type Rarity, readRarity } from '../heart/read-heart.ts';
import { creatureIdsOf } from '../hidden/departures.store.ts';
import type { BaseHouse } from '../house.ts';
import { feedTokenSince, findAgent, ownerLinkSince } from '../identity/agents.store.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import { type Sitter, sittersOf } from '../identity/sitters.store.ts';
import { LOG_PIECE, readHistory, readOlder, type History, type LogEntry } from '../lives/read-history.ts';
import { accountOf, ledgerAfter, type Account, type LedgerLine } from '../money/ledger.store.ts';
import {
  type InlinePayment,
  paymentsAfter,
  type Purchase,
  purchasesAfter,
} from '../money/purchases.store.ts';
import { portraitsOf, type Portrait } from '../pictures/pictures.store.ts';
import type { PublicHouse } from '../public/replica.ts';
import type { StoredCreature } from '../records/creatures.store.ts';
import { designsAfter } from '../species/species.store.ts';
import { existing } from './profile.ts';

const BATCH = 200;

/** A limit larger than the number of letters of any creature. */
const ALL_LETTERS = { limit: 10_000, offset: 0 };

export interface OwnData {
  readonly agent: Agent;
  readonly account: Account;
  readonly feedSince: Instant | undefined;
  readonly linkSince: Instant | undefined;
  readonly sitters: readonly Sitter[];
  readonly ledger: AsyncGenerator<readonly LedgerLine[]>;
  readonly purchases: AsyncGenerator<readonly OwnPurchase[]>;
  readonly designs: AsyncGenerator<readonly OwnDesign[]>;
  readonly gravestones: AsyncGenerator<readonly Gravestone[]>;
  readonly lives: AsyncGenerator<OwnLife>;
}
export interface OwnLife {
  readonly stored: StoredCreature;
  readonly history: History;
  readonly letters: readonly ReadLetter[];
  readonly portraits: readonly Portrait[];
  readonly log: AsyncGenerator<readonly LogEntry[]>;
}

/** Everything stored about an agent; lists are read in batches while they are consumed. `entries` limits each care log. */
export async function readOwnData(
  house: PublicHouse,
  { id, username }: KnownAgent,
  entries: number,
  now: Instant,
): Promise<OwnData> {
  const { store } = house;
  const [agent, account, feedSince, linkSince, sitters] = await Promise.all([
    findAgent(store, id),
    accountOf(store, id),
    feedTokenSince(store, id),
    ownerLinkSince(store, id),
    sittersOf(store, id, now),
  ]);
  return {
    agent: existing(agent),
    account,
    feedSince,
    linkSince,
    sitters,
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

async function* batches<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
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

async function* livesOf(
  house: PublicHouse,
  agent: KnownAgent,
  entries: number,
  now: Instant,
): AsyncGenerator<OwnLife> {
  const rarity = readRarity(house.store);
  const ids = batches<string>((last) => creatureIdsOf(house.store, agent.id, last ?? '', BATCH));
  for await (const some of ids)
    for (const id of some) {
      yield* await allReadable([readLife(house, agent, id, { entries, now, rarity })]);
      // SQLite answers within a turn of the event loop: without this, an export would be one turn.
      await nextTurn();
    }
}

interface LifeQuery {
  readonly entries: number;
  readonly now: Instant;
  readonly rarity: Promise<Rarity>;
}

async function readLife(
  house: PublicHouse,
  agent: KnownAgent,
  id: string,
  { entries, now, rarity }: LifeQuery,
): Promise<OwnLife> {
  const asked = { creatureId: id, limit: Math.min(entries, LOG_PIECE), offset: 0 };
  const history = await readHistory(house, agent, asked, now, rarity);
  const { stored, creature, species } = history;
  const { letters } = await readLetters(house, creature, species, history.now, ALL_LETTERS);
  return {
    stored,
    history,
    letters,
    portraits: await portraitsOf(house.store, id),
    log: logOf(house, history, entries),
  };
}

async function* logOf(
  house: Pick<BaseHouse, 'store'>,
  { log }: History,
  entries: number,
): AsyncGenerator<readonly LogEntry[]> {
  yield log;
  let left = entries - log.length;
  if (left <= 0) return;
  for await (const older of readOlder(house, log.at(-1))) {
    yield older.slice(0, left);
    left -= older.length;
    if (left <= 0) return;
  }
}
