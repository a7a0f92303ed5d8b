import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Instant } from '../../rules/base/clock.ts';
import { resurrectionClosesAt, resurrectionCost } from '../../rules/lives/resurrection.ts';
import { ProblemError } from '../../rules/problem.ts';
import { creatureLinkWords, giftOfferPage, giftPage, TOKEN_WORDS } from '../../text/pages/checkout.ts';
import { portraitOf } from '../../web/parts.tsx';
import { creaturePath, giftPath, giftThanksPath } from '../../web/paths.ts';
import { isSandboxToken } from '../../http/credentials.ts';
import { limitedBy } from '../../http/limits.ts';
import { isSameOrigin, parseForms } from '../../http/requests.ts';
import { redirectTo } from '../../http/send.ts';
import type { PublicSite } from '../../http/site.ts';
import { giftPackFor } from '../lives/gifts.ts';
import { openCheckoutPage } from '../money/checkout.ts';
import type { PublicHouse } from '../public/replica.ts';
import { glanceAt } from '../public/view-creature.ts';
import { FORBIDDEN, sendCheckoutPage, UNPAID, type CheckoutView } from './checkout.http.ts';

const BODY_LIMIT_BYTES = 4096;

type GiftRequest = FastifyRequest<{ Params: { id: string }; Body: URLSearchParams | undefined }>;

/** The pages on which visitors without an account pay for the return of a dead creature. */
export function addGiftPages(app: FastifyInstance, house: PublicHouse, site: PublicSite): void {
  const { checkout } = house.cashier;
  if (!checkout) return;
  const show = (request: FastifyRequest, reply: FastifyReply, view: CheckoutView) =>
    sendCheckoutPage(site, request, reply, view);
  app.register(async (inside) => {
    parseForms(inside, BODY_LIMIT_BYTES);
    inside.get(giftPath(':id'), limitedBy(house, 'pages'), async (request: GiftRequest, reply) => {
      const { view } = await readGiftOffer(house, request.params.id, request.context.now);
      return show(request, reply, view);
    });
    // Limited like a purchase by an agent, but per address.
    inside.post(giftPath(':id'), limitedBy(house, 'credits'), async (request: GiftRequest, reply) => {
      if (!isSameOrigin(request.headers)) return show(request, reply, FORBIDDEN);
      const { now } = request.context;
      const { order, view } = await readGiftOffer(house, request.params.id, now);
      if (!order) return show(request, reply, view);
      const needsToken = checkout.name === 'sandbox';
      if (needsToken && !isSandboxToken(house, request.body?.get('sandbox_token')))
        return show(request, reply, withWrongToken(view));
      try {
        const url = new URL(await openCheckoutPage(house, checkout, order, now));
        // The page of the sandbox is at the address by which the visitor came, whatever the base URL is.
        return redirectTo(request, reply, needsToken ? url.pathname + url.search : url.href);
      } catch (problem) {
        if (!(problem instanceof ProblemError && problem.is('checkout_unreachable'))) throw problem;
        return show(request, reply, UNPAID);
      }
    });
    inside.get(giftThanksPath(':id'), limitedBy(house, 'pages'), async (request: GiftRequest, reply) => {
      const { creature } = await findShown(house, request.params.id, request.context.now);
      const { id, name } = creature;
      return show(request, reply, {
        status: 200,
        words: giftPage('thanks', name),
        link: linkTo({ id, name }),
      });
    });
  });
}

function withWrongToken(view: CheckoutView): CheckoutView {
  const words = { ...view.words, lines: [TOKEN_WORDS.wrong] };
  return { ...view, status: 403, words };
}

async function findShown(house: PublicHouse, id: string, now: Instant) {
  const seen = await glanceAt(house, id, now);
  if (!seen) throw new ProblemError('no_such_route', {});
  return seen;
}

async function readGiftOffer(house: PublicHouse, id: string, now: Instant) {
  const seen = await findShown(house, id, now);
  const { creature, keeper } = seen;
  const { name, keeperId, died } = creature;
  const portrait = { ...portraitOf(seen), dead: died !== undefined };
  const shown = { portrait, link: linkTo({ id, name }) };
  const pack = await giftPackFor(house, creature, now);
  if (!pack || !died) return { view: { status: 410, words: giftPage('none', name), ...shown } };
  const { username } = keeper;
  const until = resurrectionClosesAt(died.at);
  const words = giftOfferPage({ name, username, cost: resurrectionCost(creature, now), pack, until });
  const isSandbox = house.cashier.checkout?.name === 'sandbox';
  const form = isSandbox ? { asksToken: true } : { leavesSite: true };
  const { credits, cents } = pack;
  const returnTo = { thanks: giftThanksPath(id), cancelled: giftPath(id) };
  const agent = { id: keeperId, username };
  return {
    order: { agent, pack: pack.id, credits, cents, creature: { id, name, isGift: true }, returnTo },
    view: { status: 200, words, form, ...shown },
  };
}

function linkTo({ id, name }: Readonly<Record<'id' | 'name', string>>) {
  return { href: creaturePath(id), text: creatureLinkWords(name) };
}
