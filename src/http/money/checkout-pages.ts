import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ProblemError } from '../../core/problem.ts';
import type { House } from '../../house/house.ts';
import {
  pretendPayment,
  readSandboxCheckout,
  type SandboxCheckout,
} from '../../house/money/sandbox-checkout.ts';
import { renderPage } from '../../pages/layout.tsx';
import { checkoutPage, type CheckoutForm } from '../../pages/money/checkout-page.tsx';
import {
  CANCELLED,
  NO_SUCH_PAGE,
  CHECKOUT_CSRF_PAGE,
  SANDBOX_PAGES,
  THANKS,
  TRY_AGAIN,
  type CheckoutPageWords,
} from '../../voice/money/checkout.ts';
import type { PublicSite } from '../server/pages/page-site.ts';
import { applyRateLimit } from '../server/rate-limit.ts';
import { isLocalRequest, isSameOrigin } from '../server/request-origin.ts';
import { send } from '../server/send.ts';
import { SIGNATURE_HEADER, WEBHOOK_PATH } from './payment-webhook.ts';

const SANDBOX_PATH = '/checkout/sandbox/:token';
const STATUSES = { open: 200, paid: 200, expired: 410 } as const;

/** What humans see of a payment: the whole page in the sandbox, and where Stripe sends them afterwards. */
export function addCheckoutPages(app: FastifyInstance, house: House, site: PublicSite): void {
  const { checkout } = house.cashier;
  if (checkout?.name === 'sandbox') addSandbox(app, house, site);
  if (checkout?.name !== 'stripe') return;
  const onRequest = (request: FastifyRequest) => applyRateLimit(house, request, 'pages');
  for (const [path, words] of [
    ['/checkout/thanks', THANKS],
    ['/checkout/cancelled', CANCELLED],
  ] as const) {
    app.get(path, { onRequest }, async (request, reply) =>
      sendCheckoutPage(site, request, reply, { status: 200, words }),
    );
  }
}

type CheckoutPageRequest = FastifyRequest<{ Params: { token: string }; Body: URLSearchParams | undefined }>;

function addSandbox(app: FastifyInstance, house: House, site: PublicSite): void {
  const onRequest = async (request: FastifyRequest) => {
    await applyRateLimit(house, request, 'pages');
    if (house.cashier.checkout?.loopbackOnly && !isLocalRequest(request.raw))
      throw new ProblemError('no_such_route', {});
  };
  app.register(async (room) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser<string>(
      '*',
      { parseAs: 'string', bodyLimit: 4096 },
      async (_: unknown, text: string) => new URLSearchParams(text),
    );
    room.get(SANDBOX_PATH, { onRequest }, async (request: CheckoutPageRequest, reply) => {
      const visit = await readSandboxCheckout(house, request.params.token, request.visit.now);
      if (!visit) return sendCheckoutPage(site, request, reply, { status: 404, words: NO_SUCH_PAGE });
      return sendCheckoutPage(site, request, reply, viewOf(visit));
    });
    room.post(SANDBOX_PATH, { onRequest }, async (request: CheckoutPageRequest, reply) => {
      const visit = await readSandboxCheckout(house, request.params.token, request.visit.now);
      if (!visit) return sendCheckoutPage(site, request, reply, { status: 404, words: NO_SUCH_PAGE });
      if (!hasCsrfToken(request, visit))
        return sendCheckoutPage(site, request, reply, { status: 403, words: CHECKOUT_CSRF_PAGE });
      if (visit.standing === 'expired') return sendCheckoutPage(site, request, reply, viewOf(visit));
      if (visit.standing === 'open' && !(await pay(app, house, visit, request))) {
        return sendCheckoutPage(site, request, reply, { status: 503, words: TRY_AGAIN });
      }
      // The page as it stands now, under its own address: reloading it pays nothing again.
      request.visit.headers['location'] = `/checkout/sandbox/${encodeURIComponent(request.params.token)}`;
      return send(request, reply, { status: 303 });
    });
  });
}

/** The click becomes a signed callback at the very address a real provider would use. */
async function pay(
  app: FastifyInstance,
  house: House,
  visit: SandboxCheckout,
  request: CheckoutPageRequest,
): Promise<boolean> {
  const callback = pretendPayment(house, visit, request.visit.now);
  if (!callback) return false;
  const { statusCode } = await app.inject({
    method: 'POST',
    url: WEBHOOK_PATH,
    headers: { [SIGNATURE_HEADER]: callback.signature, 'content-type': 'application/json' },
    payload: callback.raw,
  });
  return statusCode === 200;
}

/** Only the page itself knows the seal, and browsers say where a form was sent from. */
function hasCsrfToken({ headers, body }: CheckoutPageRequest, { csrfToken }: SandboxCheckout): boolean {
  const given = Buffer.from(body?.get('seal') ?? '');
  const expected = Buffer.from(csrfToken);
  return isSameOrigin(headers) && given.length === expected.length && timingSafeEqual(given, expected);
}

/** What is shown, and whether it has a button. */
interface CheckoutView {
  readonly status: number;
  readonly words: CheckoutPageWords;
  readonly form?: CheckoutForm | undefined;
}

function viewOf({ standing, purchase, username, csrfToken }: SandboxCheckout): CheckoutView {
  return {
    status: STATUSES[standing],
    words: SANDBOX_PAGES[standing]({ ...purchase, username }),
    form: standing === 'open' ? { csrfToken } : undefined,
  };
}

/** Our own style and mark, and a form that leads nowhere else: nothing more runs or loads here. */
const CHECKOUT_CSP =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

function sendCheckoutPage(
  site: PublicSite,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, words, form }: CheckoutView,
): void {
  const { headers } = request.visit;
  headers['content-security-policy'] = CHECKOUT_CSP;
  // `no-referrer` would hide from the form's own address where it was sent from.
  headers['referrer-policy'] = 'same-origin';
  // Unlike the API, this is no business of other pages.
  delete headers['access-control-allow-origin'];
  const body = renderPage(site.facts(), checkoutPage(words, form));
  send(request, reply, { status, type: 'text/html; charset=utf-8', body });
}
