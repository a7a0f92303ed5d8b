import { ROUTES } from '../../contract/routes.ts';
import { callBack } from '../../house/call-back.ts';
import { drawLayer } from '../../voice/personality.ts';
import type { Handler } from '../call.ts';
import { cameFromHere } from '../came-from-here.ts';
import { credentialIn, keyPlaceIn } from '../payment-headers.ts';
import { presentResurrection } from '../present/resurrection.ts';

export const resurrectCreature: Handler<typeof ROUTES.resurrectCreature> = {
  async answer(house, { agent, body, idempotencyKey, raw, now }) {
    const payer = {
      agent,
      keyIn: keyPlaceIn(raw.headers),
      resource: ROUTES.resurrectCreature.path,
      from: cameFromHere(raw) ? ('here' as const) : ('elsewhere' as const),
    };
    const asked = {
      agent,
      // The row lets nothing through that names no creature.
      creatureId: (body.creature_id ?? body.id) as string,
      layer: drawLayer,
      idempotencyKey,
      payer,
      credential: credentialIn(raw.headers),
    };
    const { value, replayed, receipt } = await callBack(house, asked, now, presentResurrection);
    return { body: value, replayed, ...(receipt && { headers: receipt }) };
  },
};
