import { createClient, defineScript, type CommandParser } from '@redis/client';

import { SECOND, type Instant } from '../../core/engine/clock.ts';
import { memoryLimiter } from './rate-limiter-memory.ts';
import type { Limiter, LimitState, WindowLimit } from './rate-limiter.ts';
import { openRedisConnection, type OutageHooks } from './redis-connection.ts';

export interface RedisLimiterSettings extends OutageHooks {
  readonly url: string;
  /** Counts while Redis does not; in this process's memory unless another is given. */
  readonly fallback?: Limiter;
}

/** Counts in Redis, shared between nodes; never throws and never waits long, for limits must not end the service. */
export async function redisLimiter(settings: RedisLimiterSettings): Promise<Limiter> {
  const { fallback = memoryLimiter(), ...trouble } = settings;
  const line = await openRedisConnection({ ...trouble, open: createRedis, works: checkItCounts });

  return {
    take(name, limit, who, now) {
      return line.ask(
        async (redis) => toLimitState(limit, await redis.takeOne(keyOf(name, who), limit, now)),
        () => fallback.take(name, limit, who, now),
      );
    },
    peek(name, limit, who, now) {
      return line.ask(
        async (redis) =>
          toRunningState(limit, await redis.hmGet(keyOf(name, who), ['started', 'taken']), now),
        () => fallback.peek(name, limit, who, now),
      );
    },
    giveBack(name, limit, who, now) {
      return line.ask(
        (redis) => redis.giveOneBack(keyOf(name, who), limit, now),
        () => fallback.giveBack(name, limit, who, now),
      );
    },
    async close() {
      await line.close();
      await fallback.close();
    },
  };
}

const PREFIX = 'arkhouse:limit:';

const keyOf = (name: string, who: string): string => `${PREFIX}${name}:${who}`;

type TakeReply = readonly [allowed: number, taken: number, resetsAt: Instant];

function toLimitState({ max }: WindowLimit, [allowed, taken, resetsAt]: TakeReply): LimitState {
  return { max, remaining: Math.max(0, max - taken), resetsAt, allowed: allowed === 1 };
}

function toRunningState(
  limit: WindowLimit,
  [started, taken]: readonly (string | null)[],
  now: Instant,
): LimitState | undefined {
  if (typeof started !== 'string' || typeof taken !== 'string') return undefined;
  const length = limit.windowSeconds * SECOND;
  const resetsAt = Number(started) + length;
  if (now >= resetsAt || now < Number(started) - length) return undefined;
  const allowed = Number(taken) < limit.max ? 1 : 0;
  return toLimitState(limit, [allowed, Number(taken), resetsAt]);
}

// The keys live twice the window in real time: the service's clock may have been set back by up to one.
const TAKE = `
local max, length, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local state = redis.call('HMGET', KEYS[1], 'started', 'taken')
local started, taken = tonumber(state[1]), tonumber(state[2])
local over = not started or now >= started + length
if over then taken = 0 end
if over or now < started - length then
  started = now
  redis.call('HSET', KEYS[1], 'started', ARGV[3], 'taken', taken)
  redis.call('PEXPIRE', KEYS[1], 2 * length)
end
if taken >= max then return { 0, taken, started + length } end
redis.call('HINCRBY', KEYS[1], 'taken', 1)
return { 1, taken + 1, started + length }
`;

const GIVE_BACK = `
local state = redis.call('HMGET', KEYS[1], 'started', 'taken')
local started, taken = tonumber(state[1]), tonumber(state[2])
if started and tonumber(ARGV[3]) < started + tonumber(ARGV[2]) and taken > 0 then
  redis.call('HINCRBY', KEYS[1], 'taken', -1)
end
`;

function pushArguments(parser: CommandParser, key: string, limit: WindowLimit, now: Instant): void {
  parser.pushKey(key);
  parser.push(String(limit.max), String(limit.windowSeconds * SECOND), String(now));
}

const scripts = {
  takeOne: defineScript({
    SCRIPT: TAKE,
    NUMBER_OF_KEYS: 1,
    parseCommand: pushArguments,
    transformReply: parseTakeReply,
  }),
  giveOneBack: defineScript({
    SCRIPT: GIVE_BACK,
    NUMBER_OF_KEYS: 1,
    parseCommand: pushArguments,
    transformReply: (): void => undefined,
  }),
};

function parseTakeReply(reply: unknown): TakeReply {
  if (!Array.isArray(reply)) throw new Error('the counting script answered something else');
  return [Number(reply[0]), Number(reply[1]), Number(reply[2])];
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

// A Redis that answers PING may still be read-only, full or loading; only counting shows that it counts.
async function checkItCounts(redis: Redis): Promise<void> {
  await redis.takeOne(keyOf('trial', 'trial'), { max: Number.MAX_SAFE_INTEGER, windowSeconds: 1 }, 0);
}
