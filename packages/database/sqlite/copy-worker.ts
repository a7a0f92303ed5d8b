import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

export type SqliteCopy = Readonly<{ from: string; to: string; timeoutMs: number }>;

// A thread of its own, because the statement takes as long as the copy. `vacuum into` leaves out deleted rows that the pages of the source still hold.
const { from, to, timeoutMs } = workerData as SqliteCopy;
const source = new DatabaseSync(from, { readOnly: true, timeout: timeoutMs });
source.prepare('vacuum into ?').run(to);
source.close();
