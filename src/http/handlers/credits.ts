import type { IncomingMessage } from 'node:http';

import type { Reply } from '../../contract/route.ts';
import type { ROUTES } from '../../contract/routes.ts';
import { buyCredits as buy, recallPack } from '../../house/buy-credits.ts';
import { offerCredits } from '../../house/offer-credits.ts';
import type { Handler } from '../call.ts';
import { cameFromHere } from '../came-from-here.ts';
import { paidInline } from './inline-pack.ts';
import { presentBalance, presentCheckout } from '../present/credits.ts';

export const getCreditBalance: Handler<typeof ROUTES.getCreditBalance> = {
  async answer(house, { agent, raw }) {
    return { body: presentBalance(await offerCredits(house, agent, placeOf(raw))) };
  },
};

export const buyCredits: Handler<typeof ROUTES.buyCredits> = {
  async answer(house, call) {
    const { agent, body, idempotencyKey, raw, now } = call;
    const asked = { agent, pack: body.pack, from: placeOf(raw), idempotencyKey };
    const earlier = await recallPack<Reply<typeof ROUTES.buyCredits>>(house, asked, now);
    if (earlier) return { body: earlier.value, replayed: true };
    const paid = await paidInline(house, call);
    if (paid) return paid;
    const { value, replayed } = await buy(house, asked, now, presentCheckout);
    return { body: value, replayed };
  },
};

function placeOf(raw: IncomingMessage): 'here' | 'elsewhere' {
  return cameFromHere(raw) ? 'here' : 'elsewhere';
}
