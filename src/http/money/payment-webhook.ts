import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

import type { House } from '../../house/house.ts';
import { receiveWebhook } from '../../house/money/checkout-webhook.ts';
import { applyRateLimit } from '../server/rate-limit.ts';
import { send } from '../server/send.ts';

/** Where providers tell us of payments. No operation of the API: only they have what opens it. */
export const WEBHOOK_PATH = '/api/webhooks/payments';
export const SIGNATURE_HEADER = 'stripe-signature';

const WEBHOOK_LIMIT_BYTES = 512 * 1024;

/** A room of its own, in which bodies stay the bytes they came as: those are what was signed. */
export function addPaymentWebhook(app: FastifyInstance, house: House, log: Logger): void {
  app.register(async (room) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, async (_: unknown, bytes: Buffer) => bytes);
    room.post<{ Body: Buffer | undefined }>(
      WEBHOOK_PATH,
      { bodyLimit: WEBHOOK_LIMIT_BYTES, onRequest: (request) => applyRateLimit(house, request, 'callbacks') },
      async (request, reply) => {
        const given = request.headers[SIGNATURE_HEADER];
        const signature = typeof given === 'string' ? given : undefined;
        const raw = request.body ?? Buffer.alloc(0);
        const receipt = await receiveWebhook(house, { raw, signature }, request.visit.now);
        // What does not fit is for a person to look into; telling the provider so would only make it repeat itself.
        if (receipt.outcome.endsWith('?')) log.error(receipt, 'a payment does not fit');
        else log.info(receipt, 'a payment was told of');
        send(request, reply, { status: 200, body: JSON.stringify({ received: true }) });
      },
    );
  });
}
