import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { every, type RepeatingJob, runAndRecord } from './job.ts';

const EVERY_MS = 2000;
const NAME = 'curtain';

/** What the operator has hidden at another node is hidden here within seconds, though nobody asks for it. */
export function startModerationRefresh(house: House, log: Logger): RepeatingJob {
  house.jobs.register(NAME);
  return every(EVERY_MS, () =>
    runAndRecord(
      house,
      NAME,
      async () => void (await house.moderation.current()),
      (error) => log.warn({ err: error }, 'looking for what is hidden failed and will be tried again'),
    ),
  );
}
