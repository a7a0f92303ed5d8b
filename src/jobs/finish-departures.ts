import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { finishDepartures } from '../house/keepers/leave.ts';
import { job, type Job } from './job.ts';

/** Takes the last words of those who left out of the log, should the house have fallen down while it did. */
export function startFinishingDepartures(house: House, log: Logger): Job {
  return job(house, log, {
    name: 'departures',
    everyMs: 60_000,
    atOnce: true,
    work: () => finishDepartures(house, house.clock.now()),
    failure: 'words of one who left could not be erased yet and will be',
  });
}
