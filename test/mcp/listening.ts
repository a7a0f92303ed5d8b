import { NO_LIMITS } from '../support/asking.ts';
import { aHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';

/** A service on SQLite with its own port and no limits, until the test ends. */
export async function aListeningHouse(settings: Parameters<typeof aHouse>[1] = {}) {
  const house = await aHouse(await anyStore(), { house: { limiter: NO_LIMITS }, ...settings });
  return { ...house, address: await house.app.listen({ port: 0, host: '127.0.0.1' }) };
}
