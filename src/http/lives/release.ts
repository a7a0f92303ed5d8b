import type { ROUTES } from '../../contract/routes.ts';
import type { Reply } from '../../contract/server/route.ts';
import { release, type ReleaseResult } from '../../house/lives/release.ts';
import { releaseFarewell } from '../../voice/lives/life-messages.ts';
import { stepsAfterRelease } from '../../voice/lives/life-steps.ts';
import type { Handler } from '../server/handler.ts';

export const releaseCreature: Handler<typeof ROUTES.releaseCreature> = {
  async answer(house, { agent, body, idempotencyKey, now }) {
    // The row asks for exactly one of the two.
    const creatureId = (body.creature_id ?? body.id) as string;
    const asked = { agent, creatureId, idempotencyKey };
    const { value, replayed } = await release(house, asked, now, presentRelease);
    return { body: value, replayed };
  },
};

export function presentRelease(released: ReleaseResult): Reply<typeof ROUTES.releaseCreature> {
  return {
    success: true,
    message: releaseFarewell(released.creature),
    creature_id: released.creature.id,
    next_steps: [...stepsAfterRelease({ others: released.others.length })],
  };
}
