import { createClient } from '@redis/client';

import type { Instant } from '../../core/engine/clock.ts';
import { withoutPasswordOf } from './redis-connection.ts';
import { within } from './within.ts';

/** How a Redis is set up, as far as it matters to counting. */
export interface RedisCondition {
  readonly version: string;
  /** It follows another one, and takes no writes. */
  readonly replica: boolean;
  readonly loading: boolean;
  readonly evictionPolicy: string;
  readonly now: Instant;
}

/** Asks it about itself, and changes nothing. What it throws holds no password. */
export async function inspectRedis(url: string, patienceMs: number): Promise<RedisCondition> {
  const tellable = withoutPasswordOf(url);
  const redis = createClient({
    url,
    socket: { reconnectStrategy: false, connectTimeout: patienceMs },
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  });
  // Whoever waits for an answer is told by that.
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
