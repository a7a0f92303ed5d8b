import { timingSafeEqual } from 'node:crypto';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { Problem } from '../core/problem.ts';
import type { House } from '../house/house.ts';
import { pretendPayment, visitCheckout, type CheckoutVisit } from '../house/visit-checkout.ts';
import { checkoutPage, type CheckoutForm } from '../pages/checkout.tsx';
import { renderPage } from '../pages/layout.tsx';
import {
  CANCELLED,
  NO_SUCH_PAGE,
  NOT_FROM_HERE,
  SANDBOX_PAGES,
  THANKS,
  TRY_AGAIN,
  type PageWords,
} from '../voice/checkout.ts';
import { cameFromHere } from './came-from-here.ts';
import type { OpenSite } from './page-site.ts';
import { isSameOrigin } from './same-origin.ts';
import { send } from './send.ts';
import { count } from './visit.ts';
import { SIGNATURE_HEADER, WEBHOOK_PATH } from './webhook.ts';

const SANDBOX_PATH = '/checkout/sandbox/:token';
const STATUSES = { open: 200, paid: 200, expired: 410 } as const;

/** What humans see of a payment: the whole page in the sandbox, and where Stripe sends them afterwards. */
export function addCheckoutPages(app: FastifyInstance, house: House, site: OpenSite): void {
  const { checkout } = house.cashier;
  if (checkout?.name === 'sandbox') addSandbox(app, house, site);
  if (checkout?.name !== 'stripe') return;
  const onRequest = (request: FastifyRequest) => count(house, request, 'pages');
  for (const [path, words] of [
    ['/checkout/thanks', THANKS],
    ['/checkout/cancelled', CANCELLED],
  ] as const) {
    app.get(path, { onRequest }, async (request, reply) =>
      show(site, request, reply, { status: 200, words }),
    );
  }
}

type Visited = FastifyRequest<{ Params: { token: string }; Body: URLSearchParams | undefined }>;

function addSandbox(app: FastifyInstance, house: House, site: OpenSite): void {
  const onRequest = async (request: FastifyRequest) => {
    await count(house, request, 'pages');
    if (house.cashier.checkout?.onlyHere && !cameFromHere(request.raw))
      throw new Problem('no_such_route', {});
  };
  app.register(async (room) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser<string>(
      '*',
      { parseAs: 'string', bodyLimit: 4096 },
      async (_: unknown, text: string) => new URLSearchParams(text),
    );
    room.get(SANDBOX_PATH, { onRequest }, async (request: Visited, reply) => {
      const visit = await visitCheckout(house, request.params.token, request.visit.now);
      if (!visit) return show(site, request, reply, { status: 404, words: NO_SUCH_PAGE });
      return show(site, request, reply, shownOf(visit));
    });
    room.post(SANDBOX_PATH, { onRequest }, async (request: Visited, reply) => {
      const visit = await visitCheckout(house, request.params.token, request.visit.now);
      if (!visit) return show(site, request, reply, { status: 404, words: NO_SUCH_PAGE });
      if (!isFromPage(request, visit))
        return show(site, request, reply, { status: 403, words: NOT_FROM_HERE });
      if (visit.standing === 'expired') return show(site, request, reply, shownOf(visit));
      if (visit.standing === 'open' && !(await pay(app, house, visit, request))) {
        return show(site, request, reply, { status: 503, words: TRY_AGAIN });
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
  visit: CheckoutVisit,
  request: Visited,
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
function isFromPage({ headers, body }: Visited, { seal }: CheckoutVisit): boolean {
  const given = Buffer.from(body?.get('seal') ?? '');
  const expected = Buffer.from(seal);
  return isSameOrigin(headers) && given.length === expected.length && timingSafeEqual(given, expected);
}

/** What is shown, and whether it has a button. */
interface Shown {
  readonly status: number;
  readonly words: PageWords;
  readonly form?: CheckoutForm | undefined;
}

function shownOf({ standing, purchase, username, seal }: CheckoutVisit): Shown {
  return {
    status: STATUSES[standing],
    words: SANDBOX_PAGES[standing]({ ...purchase, username }),
    form: standing === 'open' ? { seal } : undefined,
  };
}

/** Our own style and mark, and a form that leads nowhere else: nothing more runs or loads here. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

function show(
  site: OpenSite,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, words, form }: Shown,
): void {
  const { headers } = request.visit;
  headers['content-security-policy'] = POLICY;
  // `no-referrer` would hide from the form's own address where it was sent from.
  headers['referrer-policy'] = 'same-origin';
  // Unlike the API, this is no business of other pages.
  delete headers['access-control-allow-origin'];
  const body = renderPage(site.facts(), checkoutPage(words, form));
  send(request, reply, { status, type: 'text/html; charset=utf-8', body });
}
