import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { settleDue } from '../house/lives/settle.ts';
import { runAndRecord } from './job.ts';

const EVERY_MS = 1000;
const NAME = 'settler';

/** Brings about what is due, though nobody looks: within a second or two creatures grow, and die when they die. */
export function startSettlingDue(house: House, log: Logger): { stop(): Promise<void> } {
  house.jobs.register(NAME);
  let round: Promise<void> | undefined;
  const settle = async () => {
    const [failure] = await settleDue(house, house.clock.now());
    if (failure !== undefined) log.error({ err: failure }, 'a creature cannot be settled');
    return failure;
  };
  const begin = async () => {
    await runAndRecord(house, NAME, settle, (error) => {
      log.warn({ err: error }, 'settling failed and will be tried again');
    });
    round = undefined;
  };
  const timer = setInterval(() => {
    round ??= begin();
  }, EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
