import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { House } from '../../../house/house.ts';
import { renderPage } from '../../../pages/layout.tsx';
import { apiReferencePage } from '../../../pages/public/api-reference-page.tsx';
import { type ReplyHeaders, LINK_HEADER } from '../headers.ts';
import { applyRateLimit } from '../rate-limit.ts';
import { isNotModified, etagOf, JSON_TYPE, send } from '../send.ts';
import type { PublicSite } from './page-site.ts';

// The build copies the renderer's files there, so that nothing is loaded from anywhere else.
const FOLDER = new URL('../../../../dist/docs-ui/', import.meta.url);
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const FILES = [
  { name: 'swagger-ui.css', type: 'text/css; charset=utf-8' },
  { name: 'swagger-ui-bundle.js', type: SCRIPT_TYPE },
] as const;

const RENDERER = {
  style: '/docs/swagger-ui.css',
  scripts: ['/docs/swagger-ui-bundle.js', '/docs/start.js'],
} as const;

const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: true });\n`;

// The renderer writes styles into the page and draws its icons from data addresses.
const REFERENCE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const REFERENCE_HEADERS: Readonly<ReplyHeaders> = {
  link: LINK_HEADER,
  'content-security-policy': REFERENCE_CSP,
  'referrer-policy': 'no-referrer',
};
const CACHED_FIVE_MINUTES: Readonly<ReplyHeaders> = { 'cache-control': 'public, max-age=300' };

/** What is served beside the API: the document for programs and the reference for people. */
export const SERVICE_PATHS = ['/docs', '/openapi.json', '/livez', '/readyz'] as const;

interface ReferenceFile {
  readonly path: string;
  readonly type: string;
  readonly body: string | Buffer;
}

interface ApiReference {
  readonly site: PublicSite;
  readonly openapi: string;
}

export async function addApiReference(
  app: FastifyInstance,
  house: House,
  { site, openapi }: ApiReference,
): Promise<void> {
  const pages: readonly ReferenceFile[] = [
    { path: '/openapi.json', type: JSON_TYPE, body: openapi },
    { path: '/docs/start.js', type: SCRIPT_TYPE, body: START },
    ...(await Promise.all(
      FILES.map(async ({ name, type }) => ({
        path: `/docs/${name}`,
        type,
        body: await readFile(new URL(name, FOLDER)),
      })),
    )),
  ];
  const onRequest = (request: FastifyRequest) => applyRateLimit(house, request, 'pages');
  // The house may learn its own address only when it listens, and the page names it.
  app.get('/docs', { onRequest }, async (request, reply) => {
    const body = renderPage(site.facts(), apiReferencePage(RENDERER));
    Object.assign(request.visit.headers, CACHED_FIVE_MINUTES, REFERENCE_HEADERS);
    if (isNotModified(request, request.visit.headers, etagOf(body))) send(request, reply, { status: 304 });
    else send(request, reply, { status: 200, type: 'text/html; charset=utf-8', body });
  });
  for (const { path, type, body } of pages) {
    const tag = etagOf(body);
    app.get(path, { onRequest }, async (request, reply) => {
      Object.assign(request.visit.headers, CACHED_FIVE_MINUTES);
      if (isNotModified(request, request.visit.headers, tag)) send(request, reply, { status: 304 });
      else send(request, reply, { status: 200, type, body });
    });
  }
}
