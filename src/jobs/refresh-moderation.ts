import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { job, type Job } from './job.ts';

/** What the operator has hidden at another node is hidden here within seconds, though nobody asks for it. */
export function startModerationRefresh(house: House, log: Logger): Job {
  return job(house, log, {
    name: 'curtain',
    everyMs: 2000,
    work: async () => void (await house.moderation.current()),
    failure: 'looking for what is hidden failed and will be tried again',
  });
}
