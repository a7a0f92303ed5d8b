import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { settleDue } from '../house/lives/settle.ts';
import { job, type Job } from './job.ts';

/** Brings about what is due, though nobody looks: within a second or two creatures grow, and die when they die. */
export function startSettlingDue(house: House, log: Logger): Job {
  return job(house, log, {
    name: 'settler',
    everyMs: 1000,
    patienceMs: Infinity,
    work: async () => {
      const [failure] = await settleDue(house, house.clock.now());
      if (failure !== undefined) log.error({ err: failure }, 'a creature cannot be settled');
      return failure;
    },
    failure: 'settling failed and will be tried again',
  });
}
