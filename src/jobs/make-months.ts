import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { makeCareLogMonths } from '../store/care/care-log-months.ts';
import { job, type Job } from './job.ts';

/** Makes room for what will be done for creatures in this month and the next two, long before it is needed. */
export function startMakingMonths(house: House, log: Logger): Job {
  return job(house, log, {
    name: 'months',
    everyMs: 60 * 60 * 1000,
    atOnce: true,
    work: () => makeCareLogMonths(house.store, house.clock.now()),
    failure: 'the next month could not be made and will be tried again',
  });
}
