import type { SANDBOX_ROUTES } from '../../contract/routes.ts';
import { iso } from '../../core/clock.ts';
import type { House } from '../../house/house.ts';
import { turnClock } from '../../house/turn-clock.ts';
import * as steps from '../../voice/next-steps.ts';
import type { Handler } from '../call.ts';

export const getSandboxClock: Handler<typeof SANDBOX_ROUTES.getSandboxClock> = {
  answer: async (house, { now }) => ({ body: shown(house, now) }),
};

export const turnSandboxClock: Handler<typeof SANDBOX_ROUTES.turnSandboxClock> = {
  async answer(house, { body, idempotencyKey, now }) {
    const by =
      body.to === undefined ? { advanceHours: body.advance_hours ?? 0 } : { to: Date.parse(body.to) };
    const { value, replayed } = await turnClock(house, { by, idempotencyKey }, now);
    return { replayed, body: shown(house, value) };
  },
};

function shown(house: House, now: number) {
  return {
    now: iso(now),
    scale: house.sandbox?.scale ?? 1,
    next_steps: [steps.turnClock(), steps.lookAround()],
  };
}
