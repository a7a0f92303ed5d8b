import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { settleRound } from '../house/lives/settle.ts';
import { every, runAndRecord, type Job } from './job.ts';

const NAME = 'settler';
const EVERY_MS = 1000;
// However much is due, a round has an end, so that it is seen that it goes on.
const LONGEST_ROUND_MS = 1000;
// Those who ask for something go first.
const REST_MS = 5;
// Somebody may have put in what was due long ago: a hand in the database, a node whose clock is far behind.
const EVERYWHERE_EVERY_MS = 60_000;

/**
 * Brings about what is due, though nobody looks: within a second or two creatures grow, and die when they die. What has piled
 * up is worked off round after round, the longest due first, together with all other nodes.
 */
export function startSettlingDue(house: House, log: Logger): Job {
  house.jobs.register(NAME);
  const onFailure = (error: unknown) => log.warn({ err: error }, 'settling failed and will be tried again');
  let everywhereAt = house.monotonicMs();
  return every(EVERY_MS, async (closing) => {
    if (house.monotonicMs() - everywhereAt >= EVERYWHERE_EVERY_MS) {
      everywhereAt = house.monotonicMs();
      house.settling.lookEverywhere();
    }
    let more: boolean;
    do {
      more = false;
      const settleSome = async () => {
        const until = house.monotonicMs() + LONGEST_ROUND_MS;
        const end = await settleRound(house, { now: house.clock.now(), until, restMs: REST_MS, closing });
        more = !end.complete;
        const [failure] = end.failures;
        if (failure !== undefined) log.error({ err: failure }, 'a creature cannot be settled');
        return failure;
      };
      await runAndRecord(house, NAME, settleSome, onFailure);
    } while (more && !closing.aborted);
  });
}
