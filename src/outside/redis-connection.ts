import { createClient } from '@redis/client';

import type { Instant } from '../rules/base/clock.ts';
import { within } from './fetch-json.ts';

/** Callbacks for an outage of Redis: called once when it begins, and once when it ends. */
export interface OutageHooks {
  readonly onTrouble: (error: Error) => void;
  readonly onRecovered?: () => void;
}

/** A connection to Redis that reconnects by itself. */
interface RedisConnection<Redis> {
  /** Asks Redis; `otherwise` answers while Redis is down, after an error or a timeout. */
  ask<Answer>(
    question: (redis: Redis) => Promise<Answer>,
    otherwise: () => Answer | Promise<Answer>,
  ): Answer | Promise<Answer>;
  readonly isUp: boolean;
  close(): Promise<void>;
}

interface RedisClient {
  on(event: 'error', listener: (error: Error) => void): unknown;
  connect(): Promise<unknown>;
  close(): Promise<unknown>;
  destroy(): void;
}

interface RedisConnectionSettings<Redis> extends OutageHooks {
  readonly url: string;
  readonly open: (url: string, connectTimeoutMs: number) => Redis;
  readonly works: (redis: Redis) => Promise<void>;
}

const ANSWER_WITHIN_MS = 250;
const CONNECT_WITHIN_MS = 2000;
const TRY_AGAIN_AFTER_MS = 1000;

/** Connects to Redis; resolves after the first attempt, successful or not. */
export async function openRedisConnection<Redis extends RedisClient>(
  settings: RedisConnectionSettings<Redis>,
): Promise<RedisConnection<Redis>> {
  const { url, open, works, onTrouble, onRecovered } = settings;
  const tellable = withoutPasswordOf(url);
  let state: 'new' | 'up' | 'down' | 'closed' = 'new';
  let current: Redis | undefined;
  let again: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const redis = open(url, CONNECT_WITHIN_MS);
    current = redis;
    redis.on('error', (error) => lost(redis, error));
    try {
      await within(CONNECT_WITHIN_MS, redis.connect());
      await within(ANSWER_WITHIN_MS, works(redis));
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
    ask(question, otherwise) {
      if (state !== 'up' || current === undefined) return otherwise();
      const redis = current;
      return within(ANSWER_WITHIN_MS, question(redis)).catch((error: unknown) => {
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
      if (wasUp && redis) await within(ANSWER_WITHIN_MS, redis.close()).catch(() => undefined);
      redis?.destroy();
    },
  };
}

/** Removes the password of the Redis URL from errors, which are logged. */
function withoutPasswordOf(url: string): (error: unknown) => Error {
  const passwords = passwordsIn(url);
  return (error) => {
    const text = passwords.reduce((said, password) => said.replaceAll(password, '***'), textOf(error));
    return new Error(`Redis: ${text}`);
  };
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

/** Facts about a Redis server that matter to rate limits. */
export interface RedisCondition {
  readonly version: string;
  /** True if the Redis server is a read-only replica. */
  readonly replica: boolean;
  readonly loading: boolean;
  readonly evictionPolicy: string;
  readonly now: Instant;
}

/** Reads facts about a Redis server without writing. Errors do not contain the password. */
export async function inspectRedis(url: string, patienceMs: number): Promise<RedisCondition> {
  const tellable = withoutPasswordOf(url);
  const redis = createClient({
    url,
    socket: { reconnectStrategy: false, connectTimeout: patienceMs },
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  });
  // The listener only keeps the process alive: the pending call rejects with the error.
  redis.on('error', () => {});
  try {
    await within(patienceMs, redis.connect());
    const [info, [seconds = '', micros = '']] = await within(
      patienceMs,
      Promise.all([redis.info(), redis.sendCommand<string[]>(['TIME'])]),
    );
    const told = new Map(info.split(/\r?\n/).map((line) => splitOnce(line)));
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

function splitOnce(line: string): [string, string] {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 1)];
}
