import type { Instant } from '../../rules/base/clock.ts';
import type { ReadLetter } from '../../rules/heart/letter.ts';
import type { Agent } from '../../rules/agents.ts';
import { feedTokenSince, findAgent } from './agents.store.ts';
import { creatureIdsOf } from './departures.store.ts';
import { findOwnCreature, type StoredCreature } from '../lives/creatures.store.ts';
import { gravestonesOfKeeper, type Gravestone } from '../lives/gravestones.store.ts';
import { paymentsAfter } from '../money/inline-payments.store.ts';
import { accountOf, ledgerAfter, type Account, type LedgerLine } from '../money/ledger.store.ts';
import { purchasesAfter, type Purchase } from '../money/purchases.store.ts';
import { portraitsOf, type Portrait } from '../pictures/pictures.store.ts';
import { designsAfter } from '../species/species.store.ts';
import { readLetters } from '../heart/read-heart.ts';
import type { House } from '../house.ts';
import { LOG_PIECE, readHistory, readOlder, type History, type LogEntry } from '../lives/read-history.ts';
import type { KnownAgent } from './api-keys.ts';
import { existing } from './profile.ts';

/** All that is kept of an agent. What may be long is read as it is taken, a piece at a time. */
export interface OwnData {
  readonly agent: Agent;
  readonly account: Account;
  /** Since when a token opens its calendar; the token itself nobody knows. */
  readonly feedSince: Instant | undefined;
  readonly ledger: Pieces<LedgerLine>;
  readonly purchases: Pieces<OwnPurchase>;
  readonly designs: Pieces<OwnDesign>;
  readonly gravestones: Pieces<Gravestone>;
  readonly lives: AsyncIterable<OwnLife>;
}

type Pieces<Row> = AsyncIterable<readonly Row[]>;

/** What was paid for: by a human at a link, or by the agent itself. */
interface OwnPurchase extends Pick<Purchase, 'credits' | 'cents' | 'live' | 'createdAt'> {
  readonly id: string;
  readonly provider: string;
  readonly state: string;
}

export type OwnDesign = Awaited<ReturnType<typeof designsAfter>>[number];

/** One of an agent's creatures, whatever became of it. */
export interface OwnLife {
  readonly stored: StoredCreature;
  readonly history: History;
  /** The newest first. */
  readonly letters: readonly ReadLetter[];
  readonly portraits: readonly Portrait[];
  /** The newest first, as many as were asked for. */
  readonly log: Pieces<LogEntry>;
}

/** So many rows are held at once. */
const PIECE = 200;

/** Everything the house keeps of an agent, for itself; `entries` is how much of each log it wants. */
export async function readOwnData(
  house: House,
  { id, username }: KnownAgent,
  entries: number,
  now: Instant,
): Promise<OwnData> {
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
    ledger: pieces((last) => ledgerAfter(store, id, last?.number ?? 0, PIECE)),
    purchases: purchasesOf(house, id),
    designs: pieces((last) => designsAfter(store, id, last, PIECE)),
    gravestones: pieces((last) =>
      gravestonesOfKeeper(store, id, {
        offset: 0,
        limit: PIECE,
        ...(last && { after: [last.diedAt, last.id] }),
      }),
    ),
    lives: livesOf(house, { id, username }, entries, now),
  };
}

/** A list, each piece read after the last row of the one before. */
async function* pieces<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  do {
    const piece = await read(last);
    yield piece;
    last = piece.at(-1);
  } while (last);
}

async function* purchasesOf({ store }: House, id: string): AsyncGenerator<readonly OwnPurchase[]> {
  yield* pieces((last) => purchasesAfter(store, id, last, PIECE));
  for await (const paid of pieces<Awaited<ReturnType<typeof paymentsAfter>>[number]>((last) =>
    paymentsAfter(store, id, last, PIECE),
  ))
    yield paid.map(({ key, method, ...payment }) => ({ ...payment, id: key, provider: method }));
}

async function* livesOf(
  house: House,
  agent: KnownAgent,
  entries: number,
  now: Instant,
): AsyncGenerator<OwnLife> {
  const ids = pieces<string>((last) => creatureIdsOf(house.store, agent.id, last ?? '', PIECE));
  for await (const some of ids) for (const id of some) yield readLife(house, agent, { id, entries }, now);
}

async function readLife(
  house: House,
  agent: KnownAgent,
  { id, entries }: { readonly id: string; readonly entries: number },
  now: Instant,
): Promise<OwnLife> {
  const wish = { creatureId: id, limit: Math.min(entries, LOG_PIECE), offset: 0 };
  const history = await readHistory(house, agent, wish, now);
  const stored = await findOwnCreature(house.store, agent.id, id);
  if (!stored) throw new Error('a creature that was there is not');
  return {
    stored,
    history,
    letters: await lettersIn(house, history),
    portraits: await portraitsOf(house.store, id),
    log: logOf(house, history, entries),
  };
}

/** More letters than any creature has lived to write. */
const ALL_LETTERS = { limit: 10_000, offset: 0 };

async function lettersIn(house: House, { creature, species, now }: History): Promise<readonly ReadLetter[]> {
  return (await readLetters(house, creature, species, now, ALL_LETTERS)).letters;
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
