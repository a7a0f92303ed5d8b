import { expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { createMonitor } from '../../src/http/request-metrics.ts';
import { Traffic } from '../../src/features/tallies/counting.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { sandboxClock } from '../../src/outside/clock.ts';
import { openCashier } from '../../src/outside/money/cashier.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { type Limiter, memoryLimiter } from '../../src/outside/rate-limiter.ts';
import { HOST, useTool } from '../mcp/messages.ts';
import { ADMIN_KEY, METRICS_TOKEN } from '../moderation/desk.ts';
import { onSqlite } from '../support/databases.ts';
import { NOON } from '../support/hand-clock.ts';
import { aHouse } from '../support/house.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { storeWith } from '../support/store-with.ts';

// The limiter refuses everything, so any read or write is work before the limit.

const ID = '0190a8b2-e4c5-7e6f-8a1b-2c3d4e5f6a7b';
const SAMPLES: Readonly<Record<string, string>> = { id: ID, slug: 'tabby', username: 'wren' };

type Watched = Readonly<Record<'met' | 'touched', string[]>>;

/** Refuses all limits but these, and records the calls. */
function refusing(watched: Watched, allowed: readonly string[] = []): Limiter {
  const limiter = memoryLimiter();
  return {
    ...limiter,
    take(name, limit, who, now, cost) {
      watched.met.push(name);
      if (allowed.includes(name)) return limiter.take(name, limit, who, now, cost);
      return { max: limit.max, remaining: 0, startedAt: now, resetsAt: now + 1000, allowed: false };
    },
  };
}

/** The beginning of the statements that find the caller by its key. */
const KEY_LOOKUP = /^select id, username, blocked_at\b/;

function watching(store: Database, { touched }: Watched): Database {
  const note = (text: string) => void touched.push(text.replace(/\s+/g, ' ').trim().slice(0, 60));
  return storeWith(store, {
    one: (query, values) => (note(query.text), store.one(query, values)),
    all: (query, values) => (note(query.text), store.all(query, values)),
    transaction: (work) => (note('transaction'), store.transaction(work)),
  });
}

onSqlite((place) => {
  async function aWatchedHouse(allowed?: readonly string[]) {
    const store = await place.fresh();
    const { registered } = await aHouse(store);
    const key = await registered('wren');
    const watched: Watched = { met: [], touched: [] };
    const routes: string[] = [];
    const monitor = createMonitor({ monotonicMs: () => 0, traffic: new Traffic() });
    const { meters } = monitor;
    const of = meters.of.bind(meters);
    meters.of = (method, route) => {
      if (!routes.includes(`${method} ${route}`)) routes.push(`${method} ${route}`);
      return of(method, route);
    };
    const sandbox = sandboxClock({ wall: NOON, shown: NOON, scale: 1 }, () => NOON);
    const here = { baseUrl: new URL('http://127.0.0.1:3000'), sandboxToken: SANDBOX_TOKEN };
    const cashier = await openCashier({ mode: 'sandbox', random: systemRandom, ...here });
    const house = await aHouse(watching(await place.again(store), watched), {
      adminKey: ADMIN_KEY,
      metricsToken: METRICS_TOKEN,
      monitor,
      house: { limiter: refusing(watched, allowed), clock: sandbox, sandbox, cashier },
    });
    watched.touched.length = 0;
    return { ...house, key, watched, routes };
  }

  test('every route and page meets a limit before any work except the key lookup', async () => {
    const { ask, key, watched, routes } = await aWatchedHouse();
    const rows: string[] = [];
    const withTokens = routes.flatMap((route) =>
      route.includes('/sandbox/') ? [route, `${route} with the token`] : route,
    );
    for (const route of withTokens.toSorted()) {
      const [method = '', pattern = '', token] = route.split(' ');
      if (method === 'HEAD') continue;
      watched.met.length = 0;
      watched.touched.length = 0;
      const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => SAMPLES[name] ?? 'x');
      const told = await ask({
        method,
        path: path.replace('*', 'x') + (token ? `?sandbox_token=${SANDBOX_TOKEN}` : ''),
        key: pattern === '/metrics' ? METRICS_TOKEN : pattern.includes('/admin') ? ADMIN_KEY : key,
        headers: { host: HOST, ...(token && SANDBOX_HEADERS) },
        ...(method !== 'GET' && { body: {} }),
      });
      const [first = 'none'] = watched.met;
      // The wheel is built only where Python is.
      if (!route.endsWith('.whl')) rows.push(`${route.replace(/-[0-9a-f]{12}\./, '.')}: ${first}`);
      expect.soft([route, told.status]).toEqual([route, 429]);
      expect.soft([route, first in RATE_LIMITS]).toEqual([route, true]);
      const work = watched.touched.filter((text) => !KEY_LOOKUP.test(text));
      expect.soft([route, work]).toEqual([route, []]);
    }
    expect(rows.length).toBeGreaterThan(90);
    await expect(`${rows.toSorted().join('\n')}\n`).toMatchFileSnapshot('every-limit.txt');
  });

  test('every tool meets the MCP limit and then that of its route', async () => {
    const house = await aWatchedHouse(['mcp']);
    for (const tool of TOOLS) {
      house.watched.met.length = 0;
      house.watched.touched.length = 0;
      const { isError, words } = await useTool(house, tool.name, { api_key: house.key });
      expect.soft([tool.name, ...house.watched.met.slice(0, 2)]).toEqual([tool.name, 'mcp', tool.row.limit]);
      expect.soft([isError, words], tool.name).toEqual([true, expect.stringContaining('Rate limit')]);
      expect.soft(house.watched.touched.filter((text) => !KEY_LOOKUP.test(text))).toEqual([]);
    }
  });
});
