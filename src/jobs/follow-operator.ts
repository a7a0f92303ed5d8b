import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { inRounds, type Rounds } from './rounds.ts';
import { telling } from './telling.ts';

const EVERY_MS = 2000;
const NAME = 'curtain';

/** What the operator has hidden at another node is hidden here within seconds, though nobody asks for it. */
export function followOperator(house: House, log: Logger): Rounds {
  house.jobs.open(NAME);
  return inRounds(EVERY_MS, () =>
    telling(
      house,
      NAME,
      async () => void (await house.curtain.now()),
      (error) => log.warn({ err: error }, 'looking for what is hidden failed and will be tried again'),
    ),
  );
}
