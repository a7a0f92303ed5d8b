import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { job, type Job } from './job.ts';

/** So many rounds make what was counted quicker to read; then one brings it to where it is kept. */
const ROUNDS = 60;

/** Adds up what was counted, so that whoever reads counts has little to add. SQLite counts in place. */
export function startFoldingCounts(house: House, log: Logger): Job | undefined {
  const { store } = house;
  if (!store.shared) return undefined;
  let round = 0;
  return job(house, log, {
    name: 'counter',
    everyMs: 1000,
    work: () => store.foldIncrements(++round % ROUNDS === 0 ? 'all' : 'many'),
    failure: 'counts could not be added up and will be',
  });
}
