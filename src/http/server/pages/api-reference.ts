import { readFile } from 'node:fs/promises';

import type { FastifyInstance } from 'fastify';

import type { House } from '../../../house/house.ts';
import { renderPage } from '../../../pages/layout.tsx';
import { apiReferencePage } from '../../../pages/public/api-reference-page.tsx';
import { CSP, integrityOf, LINK_HEADER, withScripts, type ReplyHeaders } from '../headers.ts';
import { limitedBy } from '../rate-limit.ts';
import { HTML_TYPE, JSON_TYPE, sendCacheable, withEtag, type EtaggedBody } from '../send.ts';
import type { PublicSite } from './page-site.ts';

// The build copies the renderer's files there, so that nothing is loaded from anywhere else.
const FOLDER = new URL('../../../../dist/docs-ui/', import.meta.url);
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const FILES = [
  { name: 'swagger-ui.css', type: 'text/css; charset=utf-8' },
  { name: 'swagger-ui-bundle.js', type: SCRIPT_TYPE },
] as const;

const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: true });\n`;

const REFERENCE_HEADERS: Readonly<ReplyHeaders> = { link: LINK_HEADER, 'referrer-policy': 'no-referrer' };
const CACHED_FIVE_MINUTES: Readonly<ReplyHeaders> = { 'cache-control': 'public, max-age=300' };

/** What is served beside the API: the document for programs and the reference for people. */
export const SERVICE_PATHS = ['/docs', '/openapi.json', '/livez', '/readyz'] as const;

interface ReferenceFile {
  readonly path: string;
  readonly type: string;
  readonly content: () => string | Buffer;
}

interface ApiReference {
  readonly site: PublicSite;
  readonly writeOpenApi: () => string;
}

export async function addApiReference(
  app: FastifyInstance,
  house: House,
  { site, writeOpenApi }: ApiReference,
): Promise<void> {
  const pages: readonly ReferenceFile[] = [
    { path: '/openapi.json', type: JSON_TYPE, content: writeOpenApi },
    { path: '/docs/start.js', type: SCRIPT_TYPE, content: () => START },
    ...(await Promise.all(
      FILES.map(async ({ name, type }) => {
        const content = await readFile(new URL(name, FOLDER));
        return { path: `/docs/${name}`, type, content: () => content };
      }),
    )),
  ];
  const limited = limitedBy(house, 'pages');
  const scripts = pages
    .filter(({ type }) => type === SCRIPT_TYPE)
    .map(({ path, content }) => ({ src: path, integrity: integrityOf(content()) }))
    // The bundle first: the other starts it.
    .toReversed();
  const policy = withScripts(
    CSP.reference,
    scripts.map(({ integrity }) => integrity),
  );
  // The house may learn its own address only when it listens, and the page names it.
  app.get('/docs', limited, async (request, reply) => {
    const body = renderPage(site.facts(), apiReferencePage({ style: '/docs/swagger-ui.css', scripts }));
    Object.assign(request.context.headers, CACHED_FIVE_MINUTES, REFERENCE_HEADERS, {
      'content-security-policy': policy,
    });
    sendCacheable(request, reply, { type: HTML_TYPE, body });
  });
  for (const { path, type, content } of pages) {
    // Made when somebody first asks: a house opens sooner, and most are never asked.
    let made: EtaggedBody | undefined;
    app.get(path, limited, async (request, reply) => {
      made ??= withEtag(content());
      Object.assign(request.context.headers, CACHED_FIVE_MINUTES);
      sendCacheable(request, reply, { type, ...made });
    });
  }
}
