import { join } from 'node:path';
import { workerData } from 'node:worker_threads';

import { askMainThread, serveStreams } from '../../packages/base/worker-streams.ts';
import { connect } from '../../packages/database/connect.ts';
import type { Database } from '../../packages/database/db.ts';
import type { DocumentOrder } from '../features/creatures/long-documents.ts';
import { ownArtist } from '../outside/picture-maker.ts';
import { systemRandom } from '../outside/random.ts';
import { NO_LIMITS } from '../outside/rate-limiter.ts';
import { lazyTasteJudge } from '../outside/taste-judge.ts';
import { buildHouse, type House } from './house.ts';
import { type ThreadQuestion, type ThreadSettings, writeDocument } from './long-documents.ts';

// A house that only reads, in a thread of its own.

// Documents are written one row after another.
const CONNECTIONS = 2;

const settings = workerData as ThreadSettings;
const ask = (question: ThreadQuestion) => askMainThread(question);

let now = 0;
const opening = openReadingHouse();

serveStreams(async function* (told) {
  // The cast holds: `long-documents.ts` sends only these.
  const order = told as DocumentOrder;
  const house = await opening;
  if (order.kind === 'export') now = Math.max(now, order.now);
  yield* writeDocument(house, order);
});

async function openReadingHouse(): Promise<House> {
  const store = await openStore();
  store.quarantine.onFound(({ table, key, column }) => void ask({ kind: 'unreadable', table, key, column }));
  const isBeside = !store.shared;
  const house = buildHouse({
    store,
    clock: { now: () => now },
    random: systemRandom,
    limiter: NO_LIMITS,
    tastes: lazyTasteJudge(() => Promise.reject(new Error('no item is judged here'))),
    cashier: { mode: 'off' },
    pictures: ownArtist,
    rasterizer: undefined,
    secret: '',
    baseUrl: new URL(settings.baseUrl),
    readerPatienceMs: 0,
    upgradeEndsAt: 0,
  });
  if (!isBeside) return house;
  return { ...house, settleElsewhere: async (creature) => void (await ask({ kind: 'settle', ...creature })) };
}

async function openStore(): Promise<Database> {
  const { database } = settings;
  if (database.databaseUrl) return connect({ ...database, mostConnections: CONNECTIONS });
  const { openSqliteBeside } = await import('../../packages/database/sqlite.ts');
  return openSqliteBeside(join(database.dataDir, 'arkhouse.db'), {
    // Commands have functions, which cannot be sent.
    run: async ({ text }, values) => Number(await ask({ kind: 'run', command: { text }, values })),
    runEach: async ({ text, forMany }, rows) =>
      Number(await ask({ kind: 'run each', command: { text, forMany }, rows })),
  });
}
