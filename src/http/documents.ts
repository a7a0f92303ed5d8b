import type { FastifyInstance, FastifyRequest } from 'fastify';

import { DOCUMENTS } from '../contract/documents.ts';
import type { Route } from '../contract/route.ts';
import { DAY, type Instant } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import type { House } from '../house/house.ts';
import { PAPERS, type Paper } from '../papers/papers.ts';
import { isKnownTo, tagOf } from './etag.ts';
import { LINKS } from './links.ts';
import { send } from './send.ts';
import { count } from './visit.ts';

export interface DocumentSettings {
  /** Where the house is; its port may become known only after it was opened. */
  readonly baseUrl: URL;
  readonly routes: readonly Route[];
  readonly securityContact: string | undefined;
}

/** Where the documents are: pages that are no operations. */
export const DOCUMENT_PATHS: readonly string[] = Object.values(DOCUMENTS).map(({ path }) => path);

/** Serves every document, each written when somebody first asks for it. */
export function addDocuments(app: FastifyInstance, house: House, settings: DocumentSettings): void {
  const onRequest = (request: FastifyRequest) => count(house, request, 'pages');
  for (const paper of PAPERS) {
    const written = writtenOnce(paper, settings);
    app.get(paper.path, { onRequest }, async (request, reply) => {
      const { headers, now } = request.visit;
      const found = written(now);
      if (!found) throw new Problem('no_such_route', {});
      Object.assign(headers, { 'cache-control': 'public, max-age=300', link: LINKS });
      if (isKnownTo(request, headers, found.tag)) send(request, reply, { status: 304 });
      else send(request, reply, { status: 200, type: paper.type, body: found.body });
    });
  }
}

interface Written {
  readonly body: Buffer;
  readonly tag: string;
}

/** A document holds for a day at one address; then it is written anew. */
function writtenOnce(paper: Paper, { baseUrl, routes, securityContact }: DocumentSettings) {
  let last:
    { readonly origin: string; readonly today: Instant; readonly written: Written | undefined } | undefined;
  return (now: Instant): Written | undefined => {
    const { origin } = baseUrl;
    const today = Math.floor(now / DAY) * DAY;
    if (last?.origin !== origin || last.today !== today) {
      const text = paper.write({ origin, routes, securityContact, today });
      last = { origin, today, written: text === undefined ? undefined : pressed(text) };
    }
    return last.written;
  };
}

function pressed(text: string): Written {
  const body = Buffer.from(text);
  return { body, tag: tagOf(body) };
}
