import { createClient, defineScript, type CommandParser } from '@redis/client';

import { SECOND, type Instant } from '../rules/base/clock.ts';
import { type Limiter, type LimitState, memoryLimiter, type WindowLimit } from './rate-limiter.ts';
import { openRedisConnection, type OutageHooks } from './redis-connection.ts';

export interface RedisLimiterSettings extends OutageHooks {
  readonly url: string;
  /**
   * The clock of rate limits. `own`: that of Redis, shared by nodes whose clocks differ. `given`: the
   * caller's, for a sandbox clock.
   */
  readonly time: 'own' | 'given';
  /** The limiter used while Redis is down; by default one in memory. */
  readonly fallback?: Limiter;
}

/** A rate limiter in Redis, shared between nodes. Never throws and never waits long: limits must not stop the service. */
export async function redisLimiter(settings: RedisLimiterSettings): Promise<Limiter> {
  const { time, fallback = memoryLimiter(), ...trouble } = settings;
  const asked = (now: Instant) => (time === 'own' ? undefined : now);
  const line = await openRedisConnection({ ...trouble, open: createRedis, works: checkItCounts });

  return {
    take(name, limit, who, now, cost = 1) {
      return line.ask(
        async (redis) =>
          toLimitState(limit, await redis.takeSome(keyOf(name, who), limit, asked(now), cost), now),
        () => fallback.take(name, limit, who, now, cost),
      );
    },
    peek(name, limit, who, now) {
      return line.ask(
        async (redis) => {
          const running = await redis.look(keyOf(name, who), limit, asked(now));
          return running && toLimitState(limit, running, now);
        },
        () => fallback.peek(name, limit, who, now),
      );
    },
    giveBack(name, who, counted) {
      return line.ask(
        (redis) => redis.giveOneBack(keyOf(name, who), counted.startedAt),
        () => fallback.giveBack(name, who, counted),
      );
    },
    get degraded() {
      return !line.isUp;
    },
    async close() {
      await line.close();
      await fallback.close();
    },
  };
}

const PREFIX = 'arkhouse:limit:';

// The hash tag in braces places all counts of a caller on one node of a Redis Cluster.
const keyOf = (name: string, who: string): string => `${PREFIX}{${who}}:${name}`;

type WindowReply = readonly [allowed: number, taken: number, msLeft: number, startedAt: number];

/** The state of a limit; `resetsAt` is by the caller's clock, from which the clock of Redis may differ. */
function toLimitState(
  { max }: WindowLimit,
  [allowed, taken, msLeft, startedAt]: WindowReply,
  now: Instant,
): LimitState {
  return {
    max,
    remaining: Math.max(0, max - taken),
    startedAt,
    resetsAt: now + msLeft,
    allowed: allowed === 1,
  };
}

const READ = `
local max, length, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local state = redis.call('HMGET', KEYS[1], 'started', 'taken')
local started, taken = tonumber(state[1]), tonumber(state[2])
local over = not started or now >= started + length`;

// Redis keys of limits expire after two windows: the clock may have been set back by up to one.
const TAKE = `${READ}
if over then taken = 0 end
if over or now < started - length then
  started = now
  redis.call('HSET', KEYS[1], 'started', string.format('%.0f', now), 'taken', taken)
  redis.call('PEXPIRE', KEYS[1], 2 * length)
end
local cost = tonumber(ARGV[4])
if taken + cost > max then return { 0, taken, started + length - now, started } end
redis.call('HINCRBY', KEYS[1], 'taken', cost)
return { 1, taken + cost, started + length - now, started }
`;

const LOOK = `${READ}
if over or now < started - length then return false end
return { taken < max and 1 or 0, taken, started + length - now, started }
`;

const GIVE_BACK = `
local state = redis.call('HMGET', KEYS[1], 'started', 'taken')
local started, taken = tonumber(state[1]), tonumber(state[2])
if started == tonumber(ARGV[1]) and taken > 0 then redis.call('HINCRBY', KEYS[1], 'taken', -1) end
`;

/** Adds the arguments of the Redis script; without `now` it uses the clock of Redis. */
function pushArguments(
  parser: CommandParser,
  key: string,
  limit: WindowLimit,
  now: Instant | undefined,
): void {
  parser.pushKey(key);
  parser.push(String(limit.max), String(limit.windowSeconds * SECOND), String(now ?? 'own'));
}

const scripts = {
  takeSome: defineScript({
    SCRIPT: TAKE,
    NUMBER_OF_KEYS: 1,
    parseCommand(
      parser: CommandParser,
      key: string,
      limit: WindowLimit,
      now: Instant | undefined,
      cost: number,
    ) {
      pushArguments(parser, key, limit, now);
      parser.push(String(cost));
    },
    transformReply: parseWindow,
  }),
  look: defineScript({
    SCRIPT: LOOK,
    NUMBER_OF_KEYS: 1,
    parseCommand: pushArguments,
    transformReply: (reply: unknown) => (reply === null ? undefined : parseWindow(reply)),
  }),
  giveOneBack: defineScript({
    SCRIPT: GIVE_BACK,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser: CommandParser, key: string, startedAt: Instant) {
      parser.pushKey(key);
      parser.push(String(startedAt));
    },
    transformReply: (): void => undefined,
  }),
};

function parseWindow(reply: unknown): WindowReply {
  if (!Array.isArray(reply)) throw new Error('the counting script answered something else');
  return [Number(reply[0]), Number(reply[1]), Number(reply[2]), Number(reply[3])];
}

type Redis = ReturnType<typeof createRedis>;

function createRedis(url: string, connectTimeout: number) {
  return createClient({
    url,
    scripts,
    socket: { reconnectStrategy: false, connectTimeout },
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  });
}

// Checks that Redis counts by writing: PING succeeds on a read-only, full or loading Redis.
async function checkItCounts(redis: Redis): Promise<void> {
  await redis.takeSome(keyOf('trial', 'trial'), { max: Number.MAX_SAFE_INTEGER, windowSeconds: 1 }, 0, 1);
}
