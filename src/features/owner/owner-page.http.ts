import type { FastifyInstance, FastifyRequest } from 'fastify';

import { renderPage } from '../../web/layout.tsx';
import { ownerPagePath } from '../../web/paths.ts';
import { countQuietly, limitedBy } from '../../http/limits.ts';
import { CSP, HTML_TYPE, type ReplyHeaders, send, withScripts } from '../../http/send.ts';
import { PAGE_HEADERS, type PublicSite } from '../../http/site.ts';
import type { PublicHouse } from '../public/replica.ts';
import { presentLink } from './owner-link.http.ts';
import { endedLinkPage, ownerPage } from './owner-page.tsx';
import { readOwnerPage } from './read-owner-page.ts';

type OwnerRequest = FastifyRequest<{ Params: { token: string } }>;

/** Adds the page of an agent's human. Its address is a secret: it is neither cached nor indexed, and no link tells it. */
export function addOwnerPage(app: FastifyInstance, house: PublicHouse, site: PublicSite): void {
  const headers: Readonly<ReplyHeaders> = {
    ...PAGE_HEADERS,
    'content-security-policy': withScripts(CSP.page, [site.facts().assets.script.integrity]),
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  };
  app.get(ownerPagePath(':token'), limitedBy(house, 'pages'), async (request: OwnerRequest, reply) => {
    const { context, params } = request;
    delete context.headers['access-control-allow-origin'];
    const view = await readOwnerPage(house, params.token, context.now);
    if (!view) await countQuietly(house, request, 'failed_key');
    Object.assign(context.headers, headers);
    const page = view ? ownerPage(view, presentLink(house, params.token)) : endedLinkPage();
    send(request, reply, {
      status: view ? 200 : 404,
      type: HTML_TYPE,
      body: renderPage(site.facts(), page),
    });
  });
}
