import type { Config } from '../../config/config.ts';
import { systemClock } from '../../outside/engine/clock.ts';
import { inspectRedis, type RedisCondition } from '../../outside/engine/inspect-redis.ts';
import { checkSkew } from './check-clock.ts';
import { fine, note, wrong, type Diagnosis } from './diagnosis.ts';

const PATIENCE_MS = 3000;

/** Whether the Redis that nodes count their limits in is there, and can count. */
export async function checkRedis({ redisUrl }: Config): Promise<Diagnosis[]> {
  if (redisUrl === undefined) return [];
  try {
    const clock = systemClock();
    const askedAt = clock.now();
    const condition = await inspectRedis(redisUrl, PATIENCE_MS);
    const skew = checkSkew('Redis', { shown: condition.now, askedAt, answeredAt: clock.now() });
    return [describe(condition), ...(skew ? [skew] : [])];
  } catch (error) {
    return [
      wrong(
        'redis',
        `${error instanceof Error ? error.message : String(error)}. Each node counts limits alone meanwhile.`,
        'Start Redis there, or set REDIS_URL to where it listens; one node alone needs none.',
      ),
    ];
  }
}

function describe({ version, replica, loading, evictionPolicy }: RedisCondition): Diagnosis {
  if (replica)
    return wrong(
      'redis',
      'It follows another Redis, and takes no counts.',
      'Set REDIS_URL to the one that it follows.',
    );
  if (loading)
    return note('redis', 'It still loads what it has kept.', 'Wait until it has, and run this again.');
  if (evictionPolicy !== 'noeviction' && evictionPolicy !== 'unknown')
    return note(
      'redis',
      `With maxmemory-policy ${evictionPolicy} it forgets counts when it is full, and limits begin anew.`,
      'redis-cli config set maxmemory-policy noeviction, or a Redis of the house’s own.',
    );
  return fine('redis', `Redis ${version} answers.`);
}
