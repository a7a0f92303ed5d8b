import { z } from 'zod';

import { NextSteps, Time, form } from './fields.ts';
import { defineRoute } from './route.ts';

const HOURS_IN_A_YEAR = 8760;
const HOURS_ERROR = { error: `a number above 0 and up to ${HOURS_IN_A_YEAR}` };

const ClockTurn = form(
  z
    .object({
      advance_hours: z
        .number(HOURS_ERROR)
        .gt(0, HOURS_ERROR)
        .max(HOURS_IN_A_YEAR, HOURS_ERROR)
        .optional()
        .describe('How many hours to let pass.'),
      to: z.iso
        .datetime({ offset: true, error: 'an ISO 8601 time such as 2030-01-31T12:00:00Z' })
        .optional()
        .describe('The moment to go to; it must lie ahead.'),
    })
    .refine(({ advance_hours, to }) => (advance_hours === undefined) !== (to === undefined), {
      error: 'exactly one of advance_hours and to',
    })
    .meta({ minProperties: 1 }),
);

const Clock = z.object({
  now: Time,
  scale: z.number().describe('How many times faster than the world it runs.'),
  next_steps: NextSteps,
});

export const getSandboxClock = defineRoute({
  operationId: 'get_sandbox_clock',
  method: 'GET',
  path: '/api/sandbox/clock',
  tag: 'Sandbox',
  summary: 'Read the sandbox clock',
  description:
    'What time it is in a house that was started with a clock to play with. Needs the header `X-Sandbox-Token`.',
  auth: 'none',
  limit: 'sandbox',
  reply: Clock,
});

export const turnSandboxClock = defineRoute({
  operationId: 'turn_sandbox_clock',
  method: 'POST',
  path: '/api/sandbox/clock',
  tag: 'Sandbox',
  summary: 'Turn the sandbox clock forward',
  description:
    'Lets hours pass in a moment, so that you can watch a whole life in an afternoon. It only runs forward. Needs the header `X-Sandbox-Token`.',
  auth: 'none',
  limit: 'sandbox',
  body: ClockTurn,
  example: { advance_hours: 6 },
  reply: Clock,
  problems: ['clock_runs_forward'],
  invalid: 'Invalid clock request',
});
