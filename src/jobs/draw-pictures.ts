import type { Logger } from 'pino';

import { drawPicture, type Drawn } from '../house/draw-picture.ts';
import type { House } from '../house/house.ts';
import { isPictureDue } from '../store/picture-jobs.ts';
import { avatarPrompt, portraitPrompt } from '../voice/pictures.ts';
import { inRounds, type Rounds } from './rounds.ts';

const EVERY_MS = 1000;
// Our own artist works on the thread that answers everyone: it puts the pencil down after each picture.
const REST_MS = 40;
// A service is waited for, not worked for.
const ORDERS_AT_ONCE = 4;

const WORDS = { portrait: portraitPrompt, avatar: avatarPrompt };

/** Draws what was ordered, a picture at a time, while the house goes on. */
export function startDrawing(house: House, log: Logger): Rounds {
  const hands = house.pictures.perAgentDaily === undefined ? 1 : ORDERS_AT_ONCE;
  return inRounds(EVERY_MS, async (closing) => {
    try {
      if (!(await isPictureDue(house.store, house.clock.now()))) return;
      await Promise.all(Array.from({ length: hands }, () => drawAll(house, log, closing)));
    } catch (error) {
      log.warn({ err: error }, 'drawing failed and will be tried again');
    }
  });
}

async function drawAll(house: House, log: Logger, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    const drawn = await drawPicture(house, WORDS, closing);
    if (drawn.kind === 'idle') return;
    tell(log, drawn);
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
}

function tell(log: Logger, drawn: Drawn): void {
  if (drawn.kind !== 'failed') return;
  const { reason, cause, givenUp } = drawn;
  log.warn({ reason, err: cause }, givenUp ? 'a picture was given up' : 'a picture could not be drawn yet');
}
