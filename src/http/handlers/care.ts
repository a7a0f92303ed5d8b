import type { ROUTES } from '../../contract/routes.ts';
import { careFor } from '../../house/care.ts';
import type { Handler } from '../call.ts';
import { presentCare } from '../present/care.ts';

export const careForCreature: Handler<typeof ROUTES.careForCreature> = {
  async answer(house, { agent, body, idempotencyKey, now }) {
    const { action, notes, creature_id: creatureId = body.id } = body;
    // A thought needs no thing: what comes along with it is laid aside.
    const item = action === 'reflect' ? undefined : body.item;
    const asked = { agent, creatureId, action, item, notes, idempotencyKey };
    const { value, replayed } = await careFor(house, asked, now, presentCare);
    return { body: value, replayed };
  },
};
