import type { SANDBOX_ROUTES } from '../../contract/routes.ts';
import { iso } from '../../core/engine/clock.ts';
import { turnClock } from '../../house/engine/turn-clock.ts';
import type { House } from '../../house/house.ts';
import * as steps from '../../voice/server/next-steps.ts';
import type { Handler } from './handler.ts';

export const getSandboxClock: Handler<typeof SANDBOX_ROUTES.getSandboxClock> = {
  answer: async (house, { now }) => ({ body: presentClock(house, now) }),
};

export const turnSandboxClock: Handler<typeof SANDBOX_ROUTES.turnSandboxClock> = {
  async answer(house, { body, idempotencyKey, now }) {
    const by =
      body.to === undefined ? { advanceHours: body.advance_hours ?? 0 } : { to: Date.parse(body.to) };
    const { value, replayed } = await turnClock(house, { by, idempotencyKey }, now);
    return { replayed, body: presentClock(house, value) };
  },
};

function presentClock(house: House, now: number) {
  return {
    now: iso(now),
    scale: house.sandbox?.scale ?? 1,
    next_steps: [steps.turnClockStep(), steps.lookAroundStep()],
  };
}
