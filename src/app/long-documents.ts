import type { Logger } from 'pino';

import { startThread } from '../../packages/base/worker-queue.ts';
import { WorkerStreams } from '../../packages/base/worker-streams.ts';
import type { DatabaseAddress } from '../../packages/database/connect.ts';
import type { Command, RowCommand, Value } from '../../packages/database/db.ts';
import { UnreadableRowError } from '../../packages/database/table.ts';
import { writeExport } from '../features/account/own-data.http.ts';
import type { DocumentOrder, LongDocuments } from '../features/creatures/long-documents.ts';
import { settle } from '../features/creatures/settle.ts';
import { writeOlderRows } from '../features/lives/history.http.ts';
import { writeLifeCharts } from '../features/public/life-chart.ts';
import type { PublicHouse } from '../features/public/replica.ts';
import { countCare } from '../features/records/care-log.store.ts';
import { findOwnCreature } from '../features/records/creatures.store.ts';

/** The settings of the thread, as data. */
export interface ThreadSettings {
  readonly database: DatabaseAddress;
  readonly baseUrl: string;
}

/** What the thread asks for: it reads the database itself, and writes a SQLite file through the thread that serves requests. */
export type ThreadQuestion =
  | { readonly kind: 'run'; readonly command: Command; readonly values: readonly Value[] }
  | { readonly kind: 'run each'; readonly command: RowCommand; readonly rows: readonly (readonly Value[])[] }
  | { readonly kind: 'settle'; readonly id: string; readonly keeperId: string }
  | { readonly kind: 'unreadable'; readonly table: string; readonly key: string; readonly column: string };

const IDLE_MS = 60_000;

/** Writes exports and long logs in another thread: their rows take a second of computing. */
export function openLongDocuments(
  house: () => PublicHouse,
  database: DatabaseAddress,
  log: Logger,
): LongDocuments {
  const thread = new WorkerStreams<DocumentOrder, ThreadQuestion>({
    name: 'documents thread',
    start: () => {
      const settings: ThreadSettings = { database, baseUrl: house().baseUrl.href };
      return startThread(new URL('../app/long-documents-thread.ts', import.meta.url), 'documents', settings);
    },
    answer: (question) => answerThread(house(), question),
    idleMs: IDLE_MS,
  });
  return {
    async *write(order) {
      let isBegun = false;
      try {
        for await (const piece of thread.write(order)) {
          isBegun = true;
          yield piece;
        }
        return;
      } catch (error) {
        if (isBegun) throw error;
        log.warn(
          { event: 'documents_thread_failed', err: error },
          'a document is written in the main thread',
        );
      }
      yield* writeDocument(house(), order);
    },
    close: () => thread.close(),
  };
}

export function writeDocument(house: PublicHouse, order: DocumentOrder): AsyncIterable<string> {
  switch (order.kind) {
    case 'export':
      return writeExport(house, order);
    case 'log':
      return writeOlderRows(house, order);
    case 'counts':
      return asJson(countCare(house.store, order.creatureId, order));
    default:
      return asJson(writeLifeCharts(house, order));
  }
}

async function* asJson(found: Promise<object | undefined>): AsyncGenerator<string> {
  yield JSON.stringify((await found) ?? null);
}

async function answerThread(house: PublicHouse, question: ThreadQuestion): Promise<unknown> {
  switch (question.kind) {
    case 'run':
      return house.store.run(question.command, question.values);
    case 'run each':
      return house.store.runEach(question.command, question.rows);
    case 'settle': {
      const stored = await findOwnCreature(house.store, question.keeperId, question.id);
      if (stored) await settle(house, stored, house.clock.now());
      return undefined;
    }
    case 'unreadable':
      house.store.quarantine.add(new UnreadableRowError(question.table, question.key, question.column));
  }
  return undefined;
}
