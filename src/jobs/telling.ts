import type { House } from '../house/house.ts';
import { ticks } from '../outside/clock.ts';

/**
 * Does a round of a job and writes on the board of the house how it went. `work` gives what went wrong when it went on all
 * the same, and throws what it could not go on from; `onFailure` hears of that.
 */
export async function telling(
  { jobs, clock }: House,
  name: string,
  work: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const began = ticks();
  let failure: unknown;
  try {
    failure = await work();
  } catch (error) {
    failure = error;
    onFailure(error);
  }
  jobs.note(name, { at: clock.now(), tookMs: ticks() - began, failure });
}
