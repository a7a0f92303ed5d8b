import type { FastifyInstance } from 'fastify';

import type { ROUTES } from '../../contract/routes.ts';
import type { Reply } from '../../contract/server/route.ts';
import { iso, SECOND, type Instant } from '../../core/engine/clock.ts';
import { isReady, pingDatabase } from '../../house/figures/health.ts';
import type { House } from '../../house/house.ts';
import { readBacklog, type Backlog } from '../../house/lives/read-backlog.ts';
import { stepsAfterHealth } from '../../voice/public/public-steps.ts';
import type { Handler } from '../server/handler.ts';
import { limitedBy } from '../server/rate-limit.ts';
import { send } from '../server/send.ts';

export const getHealth: Handler<typeof ROUTES.getHealth> = {
  async answer(house, { now }) {
    const [backlog] = await Promise.all([readBacklog(house, now), pingDatabase(house)]);
    return {
      body: {
        status: 'ok',
        database: 'ok',
        time: iso(now),
        ...(backlog && { backlog: presentBacklog(backlog) }),
        next_steps: stepsAfterHealth(),
      },
    };
  },
};

function presentBacklog({ due, more, since, settledPerSecond, secondsLeft }: Backlog): BacklogReply {
  return {
    creatures_due: due,
    more,
    since: iso(since),
    ...(settledPerSecond !== undefined && { settled_per_second: settledPerSecond }),
    ...(secondsLeft !== undefined && { seconds_left: secondsLeft }),
  };
}

type BacklogReply = NonNullable<Reply<typeof ROUTES.getHealth>['backlog']>;

/** For whoever runs the house: is the process alive, and could it keep something right now? */
export function addProbes(app: FastifyInstance, house: House, closing?: AbortSignal): void {
  const limited = limitedBy(house, 'probe');
  const ready = cachedFor(SECOND, () => Promise.race([isReady(house), falseAfter(READY_WITHIN)]));
  app.get('/livez', limited, async (request, reply) => {
    send(request, reply, { status: 200, body: JSON.stringify({ status: 'alive' }) });
  });
  app.get('/readyz', limited, async (request, reply) => {
    const isOpen = await ready(request.context.now);
    const body = closing?.aborted ? CLOSING : isOpen ? READY : NOT_READY;
    send(request, reply, { status: body === READY ? 200 : 503, body: JSON.stringify(body) });
  });
}

// Whoever waits longer for a connection or for the disk would wait in vain elsewhere, too.
const READY_WITHIN = 5 * SECOND;

function falseAfter(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, ms, false).unref());
}

// Nodes that disagree about time zones would disagree about bedtimes.
const READY = { status: 'ready', time_zones: process.versions['tz'] };
const CLOSING = { status: 'not ready', error: 'This node is about to close.' };
const NOT_READY = { status: 'not ready', error: 'The database cannot keep anything right now.' };

/** Each answer costs a write to the disk: whoever asks within the same second is told the same. */
function cachedFor(ms: number, ask: () => Promise<boolean>): (now: Instant) => Promise<boolean> {
  let askedAt = -Infinity;
  let answer = Promise.resolve(false);
  return (now) => {
    if (now - askedAt >= ms) {
      askedAt = now;
      answer = ask();
    }
    return answer;
  };
}
