import { type CommandParser, createClient, defineScript } from '@redis/client';

import { type Instant, SECOND } from '../rules/base/clock.ts';
import { within } from './fetch-json.ts';
import { type Limiter, memoryLimiter, type WindowLimit } from './rate-limiter.ts';

export interface RedisLimiterSettings {
  readonly url: string;
  /** Called once when an outage of Redis begins. */
  readonly onTrouble: (error: Error) => void;
  /** Called once when it ends. */
  readonly onRecovered?: () => void;
  /** `own`: the clock of Redis, shared by nodes whose clocks differ. `given`: the caller's, for a sandbox clock. */
  readonly time: 'own' | 'given';
  readonly fallback?: Limiter;
  /** How long an answer is waited for; a quarter of a second. */
  readonly answerWithinMs?: number;
}

/** A rate limiter in Redis, shared between nodes. Never throws and never waits long: limits must not stop the service. */
export async function redisLimiter(settings: RedisLimiterSettings): Promise<Limiter> {
  const { time, fallback = memoryLimiter() } = settings;
  const asked = (now: Instant) => (time === 'own' ? undefined : now);
  const line = await openRedisConnection(settings);

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
function toLimitState({ max }: WindowLimit, [allowed, taken, msLeft, startedAt]: WindowReply, now: Instant) {
  const remaining = Math.max(0, max - taken);
  return { max, remaining, startedAt, resetsAt: now + msLeft, allowed: allowed === 1 };
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

/** Without `now` the script uses the clock of Redis. */
function pushArguments(parser: CommandParser, key: string, limit: WindowLimit, now?: Instant, cost?: number) {
  parser.pushKey(key);
  parser.push(String(limit.max), String(limit.windowSeconds * SECOND), String(now ?? 'own'));
  if (cost !== undefined) parser.push(String(cost));
}

const scripts = {
  takeSome: defineScript({
    SCRIPT: TAKE,
    NUMBER_OF_KEYS: 1,
    parseCommand: pushArguments,
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

const ANSWER_WITHIN_MS = 250;
const CONNECT_WITHIN_MS = 2000;
const TRY_AGAIN_AFTER_MS = 1000;

/** Connects to Redis, and again after an outage; resolves after the first attempt, successful or not. */
async function openRedisConnection(settings: RedisLimiterSettings) {
  const { url, onTrouble, onRecovered, answerWithinMs = ANSWER_WITHIN_MS } = settings;
  const tellable = withoutPasswordOf(url);
  let state: 'new' | 'up' | 'down' | 'closed' = 'new';
  let current: Redis | undefined;
  let again: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const redis = createRedis(url, CONNECT_WITHIN_MS);
    current = redis;
    redis.on('error', (error: unknown) => lost(redis, error));
    try {
      await within(CONNECT_WITHIN_MS, redis.connect());
      // Checks that Redis counts by writing: PING succeeds on a read-only, full or loading Redis.
      const trial = { max: Number.MAX_SAFE_INTEGER, windowSeconds: 1 };
      await within(answerWithinMs, redis.takeSome(keyOf('trial', 'trial'), trial, 0, 1));
    } catch (error) {
      return lost(redis, error);
    }
    if (current !== redis) return;
    const wasDown = state === 'down';
    state = 'up';
    if (wasDown) onRecovered?.();
  }

  function lost(redis: Redis, error: unknown): void {
    if (current !== redis) return;
    current = undefined;
    redis.destroy();
    const known = state === 'down';
    state = 'down';
    again = setTimeout(() => void connect(), TRY_AGAIN_AFTER_MS).unref();
    if (!known) onTrouble(tellable(error));
  }

  await connect();

  return {
    /** Asks Redis; `otherwise` answers while Redis is down, after an error or a timeout. */
    ask<Answer>(question: (redis: Redis) => Promise<Answer>, otherwise: () => Answer | Promise<Answer>) {
      if (state !== 'up' || current === undefined) return otherwise();
      const redis = current;
      return within(answerWithinMs, question(redis)).catch((error: unknown) => {
        lost(redis, error);
        return otherwise();
      });
    },
    get isUp() {
      return state === 'up';
    },
    async close() {
      const redis = current;
      const wasUp = state === 'up';
      state = 'closed';
      current = undefined;
      clearTimeout(again);
      if (wasUp && redis) await within(answerWithinMs, redis.close()).catch(() => undefined);
      redis?.destroy();
    },
  };
}

/** Removes the password of the Redis URL from errors, which are logged. */
function withoutPasswordOf(url: string): (error: unknown) => Error {
  const passwords = passwordsIn(url);
  const hide = (text: string) => passwords.reduce((said, password) => said.replaceAll(password, '***'), text);
  return (error) => new Error(`Redis: ${hide(textOf(error))}`);
}

// The text of an error: when no address of a host answers, Node's error has a code but no message.
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  return error.message || ('code' in error ? String(error.code) : error.name);
}

function passwordsIn(url: string): string[] {
  try {
    const { protocol, password } = new URL(url);
    if (protocol !== 'redis:' && protocol !== 'rediss:') throw new Error(protocol);
    return [password, decodeURIComponent(password)].filter((word) => word !== '');
  } catch {
    // The error has no cause: that would quote the whole URL.
    throw new Error(
      'The address of Redis must look like redis://host:6379 or rediss://user:password@host:6379',
    );
  }
}

export interface RedisCondition {
  readonly version: string;
  readonly replica: boolean;
  readonly loading: boolean;
  readonly evictionPolicy: string;
  /** The server's clock. */
  readonly now: Instant;
}

/** Reads facts about a Redis server without writing. Errors do not contain the password. */
export async function inspectRedis(url: string, patienceMs: number): Promise<RedisCondition> {
  const tellable = withoutPasswordOf(url);
  const redis = createRedis(url, patienceMs);
  // The listener only keeps the process alive: the pending call rejects with the error.
  redis.on('error', () => {});
  try {
    await within(patienceMs, redis.connect());
    const [info, [seconds = '', micros = '']] = await within(
      patienceMs,
      Promise.all([redis.info(), redis.sendCommand<string[]>(['TIME'])]),
    );
    const told = new Map(
      info.split(/\r?\n/).map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 1)]),
    );
    return {
      version: told.get('redis_version') ?? 'of an unknown version',
      replica: told.get('role') === 'slave',
      loading: told.get('loading') === '1',
      evictionPolicy: told.get('maxmemory_policy') ?? 'unknown',
      now: Number(seconds) * 1000 + Math.floor(Number(micros) / 1000),
    };
  } catch (error) {
    throw tellable(error);
  } finally {
    redis.destroy();
  }
}
