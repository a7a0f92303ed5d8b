import type { ROUTES } from '../../contract/routes.ts';
import { release } from '../../house/release.ts';
import type { Handler } from '../call.ts';
import { presentRelease } from '../present/release.ts';

export const releaseCreature: Handler<typeof ROUTES.releaseCreature> = {
  async answer(house, { agent, body, idempotencyKey, now }) {
    // The row asks for exactly one of the two.
    const creatureId = (body.creature_id ?? body.id) as string;
    const { value, replayed } = await release(
      house,
      { agent, creatureId, idempotencyKey },
      now,
      presentRelease,
    );
    return { body: value, replayed };
  },
};
