import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

import type { Instant } from '../../rules/base/clock.ts';
import { ProblemError } from '../../rules/problem.ts';
import { CHECKOUT_PAGES, creatureLinkWords, SANDBOX_PAGES } from '../../text/pages/checkout.ts';
import { renderPage } from '../../web/layout.tsx';
import { creaturePath } from '../../web/paths.ts';
import { isSandboxToken, sameSecret } from '../../http/credentials.ts';
import { applyRateLimit, limitedBy } from '../../http/limits.ts';
import { isSameOrigin, parseForms } from '../../http/requests.ts';
import { CSP, HTML_TYPE, redirectTo, send } from '../../http/send.ts';
import type { PublicSite } from '../../http/site.ts';
import type { BaseHouse } from '../house.ts';
import { pretendPayment, readSandboxCheckout, type SandboxCheckout } from '../money/checkout.ts';
import type { PublicHouse } from '../public/replica.ts';
import { checkoutPage, type CheckoutPageParts } from './checkout-page.tsx';
import { receiveWebhook } from './checkout-webhook.ts';

/** Path of the payment webhook. Not in the API description: only the payment provider can sign its requests. */
const WEBHOOK_PATH = '/api/webhooks/payments';
const SIGNATURE_HEADER = 'stripe-signature';

const WEBHOOK_LIMIT_BYTES = 512 * 1024;

/** Adds the payment webhook. Bodies are not parsed: the signature covers the raw bytes. */
export function addPaymentWebhook(app: FastifyInstance, house: PublicHouse, log: Logger): void {
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
        // Always 200: an error would only make the provider retry.
        if (receipt.outcome.endsWith('?'))
          log.error(
            { event: 'payment_mismatch', ...receipt },
            'a payment event does not match a purchase or the mode of the keys',
          );
        else log.info({ event: 'payment_received', ...receipt }, 'payment webhook received');
        send(request, reply, { status: 200, body: JSON.stringify({ received: true }) });
      },
    );
    inside.route({
      method: ['GET', 'DELETE', 'PUT', 'PATCH'],
      url: WEBHOOK_PATH,
      ...limitedBy(house, 'callbacks'),
      handler: async () => {
        throw new ProblemError('wrong_method', { allowed: ['POST'], meant: `POST ${WEBHOOK_PATH}` });
      },
    });
  });
}

const SANDBOX_PATH = '/checkout/sandbox/:token';
/** Stands in for the wallet service that issues payment tokens. */
const WALLET_PATH = '/checkout/sandbox/wallet';
const STATUSES = { open: 200, paid: 200, expired: 410 } as const;

export function addCheckoutPages(app: FastifyInstance, house: PublicHouse, site: PublicSite): void {
  const { checkout } = house.cashier;
  if (checkout?.name === 'sandbox') addSandbox(app, house, site);
  if (checkout?.name !== 'stripe') return;
  for (const [path, words] of [
    ['/checkout/thanks', CHECKOUT_PAGES.thanks],
    ['/checkout/cancelled', CHECKOUT_PAGES.cancelled],
  ] as const) {
    app.get(path, limitedBy(house, 'pages'), async (request, reply) =>
      sendCheckoutPage(site, request, reply, { status: 200, words }),
    );
  }
}

type CheckoutPageRequest = FastifyRequest<{
  Params: { token: string };
  Querystring: { sandbox_token?: unknown };
  Body: URLSearchParams | undefined;
}>;

const NOT_FOUND: CheckoutView = { status: 404, words: CHECKOUT_PAGES.noSuch };
export const FORBIDDEN: CheckoutView = { status: 403, words: CHECKOUT_PAGES.csrf };
export const UNPAID: CheckoutView = { status: 503, words: CHECKOUT_PAGES.tryAgain };

function addSandbox(app: FastifyInstance, house: PublicHouse, site: PublicSite): void {
  const onRequest = async (request: CheckoutPageRequest) => {
    await applyRateLimit(house, request, 'pages');
    if (!isSandboxToken(house, request.query.sandbox_token)) throw new ProblemError('no_such_route', {});
  };
  const { wallet } = house.cashier;
  if (wallet)
    app.post(WALLET_PATH, { onRequest, bodyLimit: 4096 }, async (request: CheckoutPageRequest, reply) =>
      send(request, reply, { status: 200, body: JSON.stringify({ spt: wallet.issueToken(request.body) }) }),
    );
  app.register(async (inside) => {
    parseForms(inside, 4096);
    inside.get(SANDBOX_PATH, { onRequest }, async (request: CheckoutPageRequest, reply) => {
      const checkout = await readSandboxCheckout(house, request.params.token, request.context.now);
      return sendCheckoutPage(site, request, reply, checkout ? viewOf(checkout) : NOT_FOUND);
    });
    inside.post(SANDBOX_PATH, { onRequest }, async (request: CheckoutPageRequest, reply) => {
      if (!isSameOrigin(request.headers)) return sendCheckoutPage(site, request, reply, FORBIDDEN);
      const checkout = await readSandboxCheckout(house, request.params.token, request.context.now);
      if (!checkout) return sendCheckoutPage(site, request, reply, NOT_FOUND);
      if (!sameSecret(request.body?.get('seal') ?? '', checkout.csrfToken))
        return sendCheckoutPage(site, request, reply, FORBIDDEN);
      if (checkout.standing === 'expired') return sendCheckoutPage(site, request, reply, viewOf(checkout));
      if (checkout.standing === 'open' && !(await pay(app, house, checkout, request.context.now)))
        return sendCheckoutPage(site, request, reply, UNPAID);
      // Post/Redirect/Get: reloading the page does not pay again.
      return redirectTo(request, reply, checkout.path);
    });
  });
}

/** Pays in the sandbox by sending the signed webhook, as a real provider would. */
async function pay(
  app: FastifyInstance,
  house: Pick<BaseHouse, 'cashier'>,
  checkout: SandboxCheckout,
  now: Instant,
) {
  const webhook = pretendPayment(house, checkout, now);
  if (!webhook) return false;
  const { statusCode } = await app.inject({
    method: 'POST',
    url: WEBHOOK_PATH,
    headers: { [SIGNATURE_HEADER]: webhook.signature, 'content-type': 'application/json' },
    payload: webhook.raw,
  });
  return statusCode === 200;
}

export interface CheckoutView extends CheckoutPageParts {
  readonly status: number;
}

function viewOf({ standing, purchase, username, creature, csrfToken }: SandboxCheckout): CheckoutView {
  return {
    status: STATUSES[standing],
    words: SANDBOX_PAGES[standing]({ ...purchase, username, name: creature?.name }),
    form: standing === 'open' ? { csrfToken } : undefined,
    link: creature && { href: creaturePath(creature.id), text: creatureLinkWords(creature.name) },
  };
}

export function sendCheckoutPage(
  site: PublicSite,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, ...parts }: CheckoutView,
): void {
  const { headers } = request.context;
  headers['content-security-policy'] = parts.form?.leavesSite ? CSP.payment : CSP.page;
  // `same-origin`: `no-referrer` would make the browser send `Origin: null` with the form.
  headers['referrer-policy'] = 'same-origin';
  delete headers['access-control-allow-origin'];
  const body = renderPage(site.facts(), checkoutPage(parts));
  send(request, reply, { status, type: HTML_TYPE, body });
}
