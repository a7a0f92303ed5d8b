import { createClient } from '@redis/client';

export const REDIS_URL = 'redis://127.0.0.1:6379';

/** Without Redis its tests are skipped with a message; in CI they fail. */
export async function redisAnswers(): Promise<boolean> {
  try {
    await withRedis((redis) => redis.ping());
    return true;
  } catch (error) {
    if (process.env['CI'] === 'true') throw new Error(`No Redis at ${REDIS_URL}`, { cause: error });
    console.warn(`\n*** No Redis at ${REDIS_URL}: its tests are SKIPPED ***\n`);
    return false;
  }
}

export async function keysOf(pattern: string): Promise<string[]> {
  return withRedis(async (redis) => {
    const keys: string[] = [];
    for await (const found of redis.scanIterator({ MATCH: pattern, COUNT: 1000 })) keys.push(...found);
    return keys;
  });
}

export async function forgetKeys(pattern: string): Promise<void> {
  const keys = await keysOf(pattern);
  if (keys.length > 0) await withRedis((redis) => redis.del(keys));
}

export async function withRedis<Answer>(ask: (redis: Redis) => Promise<Answer>): Promise<Answer> {
  const redis = connection();
  redis.on('error', () => undefined);
  await redis.connect();
  try {
    return await ask(redis);
  } finally {
    redis.destroy();
  }
}

type Redis = ReturnType<typeof connection>;

const connection = () =>
  createClient({ url: REDIS_URL, socket: { reconnectStrategy: false, connectTimeout: 1000 } });
