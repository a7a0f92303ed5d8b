import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import { runPictureJob, type PictureJobResult } from '../house/pictures/picture-job.ts';
import { isPictureDue } from '../store/pictures/picture-jobs.ts';
import { avatarPrompt, portraitPrompt } from '../voice/pictures/picture-prompts.ts';
import { every, type RepeatingJob, runAndRecord } from './job.ts';

const EVERY_MS = 1000;
const NAME = 'artist';
// Our own artist works on the thread that answers everyone: it puts the pencil down after each picture, and nine a second are enough for a million creatures.
const REST_MS = 100;
// A service is waited for, not worked for.
const ORDERS_AT_ONCE = 4;
// However long a service wants to be left alone: those whom our own artist draws wait with the others.
const MOST_REST_MS = 60_000;

const WORDS = { portrait: portraitPrompt, avatar: avatarPrompt };

/** Draws what was ordered, a picture at a time with each hand, while the house goes on. */
export function startDrawingPictures(house: House, log: Logger): RepeatingJob {
  house.jobs.register(NAME);
  const studio: DrawingState = { house, log, restsUntil: 0 };
  const hands = house.pictures.perAgentDaily === undefined ? 1 : ORDERS_AT_ONCE;
  // Each has rounds of its own: none waits for another that waits for a service.
  const rounds = Array.from({ length: hands }, () =>
    every(EVERY_MS, (closing) =>
      runAndRecord(
        house,
        NAME,
        async () => {
          if (await isPictureDue(house.store, house.clock.now())) await drawAll(studio, closing);
        },
        (error) => log.warn({ err: error }, 'drawing failed and will be tried again'),
      ),
    ),
  );
  return {
    begin: () => rounds.forEach((each) => each.begin()),
    stop: async () => void (await Promise.all(rounds.map((each) => each.stop()))),
  };
}

interface DrawingState {
  readonly house: House;
  readonly log: Logger;
  /** Until then the service wants to be left alone. */
  restsUntil: number;
}

async function drawAll(studio: DrawingState, closing: AbortSignal): Promise<void> {
  const { house, log } = studio;
  while (!closing.aborted && house.clock.now() >= studio.restsUntil) {
    const drawn = await runPictureJob(house, WORDS, closing);
    if (drawn.kind === 'idle') return;
    if (drawn.kind === 'failed') {
      tell(log, drawn);
      const restMs = Math.min(drawn.retryAfterMs ?? 0, MOST_REST_MS);
      studio.restsUntil = Math.max(studio.restsUntil, house.clock.now() + restMs);
    }
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
}

function tell(log: Logger, { reason, cause, givenUp }: Extract<PictureJobResult, { kind: 'failed' }>): void {
  log.warn({ reason, err: cause }, givenUp ? 'a picture was given up' : 'a picture could not be drawn yet');
}
