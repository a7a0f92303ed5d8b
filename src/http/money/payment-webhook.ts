import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

import type { House } from '../../house/house.ts';
import { receiveWebhook } from '../../house/money/checkout-webhook.ts';
import { limitedBy } from '../server/rate-limit.ts';
import { send } from '../server/send.ts';

/** The webhook of payment providers. No operation of the API: only they can sign what it takes. */
export const WEBHOOK_PATH = '/api/webhooks/payments';
export const SIGNATURE_HEADER = 'stripe-signature';

const WEBHOOK_LIMIT_BYTES = 512 * 1024;

/** Bodies stay the bytes they came as: those are what was signed. */
export function addPaymentWebhook(app: FastifyInstance, house: House, log: Logger): void {
  app.register(async (inside) => {
    inside.removeAllContentTypeParsers();
    inside.addContentTypeParser<Buffer>(
      '*',
      { parseAs: 'buffer' },
      async (_: unknown, bytes: Buffer) => bytes,
    );
    inside.post<{ Body: Buffer | undefined }>(
      WEBHOOK_PATH,
      { bodyLimit: WEBHOOK_LIMIT_BYTES, ...limitedBy(house, 'callbacks') },
      async (request, reply) => {
        const given = request.headers[SIGNATURE_HEADER];
        const signature = typeof given === 'string' ? given : undefined;
        const raw = request.body ?? Buffer.alloc(0);
        const receipt = await receiveWebhook(house, { raw, signature }, request.context.now);
        // What does not fit is for a person to look into; telling the provider so would only make it repeat itself.
        if (receipt.outcome.endsWith('?')) log.error(receipt, 'a payment does not fit');
        else log.info(receipt, 'a payment was told of');
        send(request, reply, { status: 200, body: JSON.stringify({ received: true }) });
      },
    );
  });
}
