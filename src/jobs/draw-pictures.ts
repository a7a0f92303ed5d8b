import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { runPictureJob } from '../house/pictures/picture-job.ts';
import { isPictureDue } from '../store/pictures/picture-jobs.ts';
import { avatarPrompt, portraitPrompt } from '../voice/pictures/picture-prompts.ts';
import { job, type Job } from './job.ts';

// Our own artist works on the thread that answers everyone: it rests after each picture, and nine a second are enough for a million creatures.
const REST_MS = 100;
// A service is waited for, not worked for.
const ORDERS_AT_ONCE = 4;
// However long a service wants to be left alone: those whom our own artist draws wait with the others.
const MOST_REST_MS = 60_000;

const PROMPTS = { portrait: portraitPrompt, avatar: avatarPrompt };

/** Draws what was ordered, one picture at a time with each worker. */
export function startDrawingPictures(house: House, log: Logger): Job {
  const state: DrawingState = { house, log, restsUntil: 0 };
  // Each has rounds of its own: none waits for another that waits for a service.
  const workers = Array.from(
    { length: house.pictures.perAgentDaily === undefined ? 1 : ORDERS_AT_ONCE },
    () =>
      job(house, log, {
        name: 'artist',
        everyMs: 1000,
        work: async (closing) => {
          if (await isPictureDue(house.store, house.clock.now())) await drawAll(state, closing);
        },
        failure: 'drawing failed and will be tried again',
      }),
  );
  return {
    begin: () => workers.forEach((each) => each.begin()),
    stop: async () => void (await Promise.all(workers.map((each) => each.stop()))),
  };
}

interface DrawingState {
  readonly house: House;
  readonly log: Logger;
  /** Until then the service wants to be left alone. */
  restsUntil: number;
}

async function drawAll(state: DrawingState, closing: AbortSignal): Promise<void> {
  const { house, log } = state;
  while (!closing.aborted && house.clock.now() >= state.restsUntil) {
    const drawn = await runPictureJob(house, PROMPTS, closing);
    if (drawn.kind === 'idle') return;
    if (drawn.kind === 'failed') {
      const { reason, cause, givenUp } = drawn;
      log.warn(
        { reason, err: cause },
        givenUp ? 'a picture was given up' : 'a picture could not be drawn yet',
      );
      const restMs = Math.min(drawn.retryAfterMs ?? 0, MOST_REST_MS);
      state.restsUntil = Math.max(state.restsUntil, house.clock.now() + restMs);
    }
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
}
