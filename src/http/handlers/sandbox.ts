import type { SANDBOX_ROUTES } from '../../contract/routes.ts';
import { HOUR, iso } from '../../core/clock.ts';
import { Problem } from '../../core/problem.ts';
import type { House } from '../../house/house.ts';
import { turnClock } from '../../house/turn-clock.ts';
import * as steps from '../../voice/next-steps.ts';
import type { Handler } from '../call.ts';

// Years of five digits are no ISO 8601 that anybody reads, and time cannot be turned back from there.
const LAST_MOMENT = Date.UTC(9999, 11, 31);
const TOO_FAR = { field: 'to', expected: 'a moment before the year 10000', received: 'a later one' };

export const getSandboxClock: Handler<typeof SANDBOX_ROUTES.getSandboxClock> = {
  answer: async (house, { now }) => ({ body: shown(house, now) }),
};

export const turnSandboxClock: Handler<typeof SANDBOX_ROUTES.turnSandboxClock> = {
  async answer(house, { body, now }) {
    const to =
      body.to === undefined ? now + Math.round((body.advance_hours ?? 0) * HOUR) : Date.parse(body.to);
    if (to > LAST_MOMENT) throw new Problem('invalid_request', { misfits: [TOO_FAR] });
    return { body: shown(house, await turnClock(house, { to }, now)) };
  },
};

function shown(house: House, now: number) {
  return {
    now: iso(now),
    scale: house.sandbox?.scale ?? 1,
    next_steps: [steps.turnClock(), steps.lookAround()],
  };
}
