import type { FastifyInstance } from 'fastify';

import { OPENAPI_PATH, REFERENCE_PATH } from '../api/documents.ts';
import { buildOpenApi } from '../api/openapi.ts';
import type { Route } from '../api/route.ts';
import type { House } from '../features/house.ts';
import { TOOLS } from '../mcp/tools.ts';
import { describeReference, sectionPath, tagsOf } from '../text/pages/api-reference.ts';
import { errorTextFor } from '../text/server/problems.ts';
import { renderPage } from '../web/layout.tsx';
import { apiReferencePage } from '../web/public/api-reference-page.tsx';
import { CSP, integrityOf, LINK_HEADER, type ReplyHeaders, withScripts } from './headers.ts';
import type { PublicSite } from './page-assets.ts';
import { limitedBy } from './rate-limit.ts';
import { type EtaggedBody, HTML_TYPE, JSON_TYPE, sendPublic, withEtag } from './send.ts';

const CACHED_FIVE_MINUTES: Readonly<ReplyHeaders> = { 'cache-control': 'public, max-age=300' };

/** What is served beside the API: the document for programs and the reference for people. */
export function servicePaths(routes: readonly Route[]): readonly string[] {
  return [...referencePaths(routes), OPENAPI_PATH, '/livez', '/readyz'];
}

function referencePaths(routes: readonly Route[]): readonly string[] {
  return [REFERENCE_PATH, ...tagsOf(routes).map(sectionPath)];
}

interface ApiReference {
  readonly site: PublicSite;
  /** The operations that are open, in their order. */
  readonly routes: readonly Route[];
}

export function addApiReference(app: FastifyInstance, house: House, { site, routes }: ApiReference): void {
  const limited = limitedBy(house, 'pages');
  // Made when somebody first asks: a house opens sooner, and most are never asked.
  let document: EtaggedBody | undefined;
  app.get(OPENAPI_PATH, limited, async (request, reply) => {
    document ??= withEtag(JSON.stringify(openApiDocument(routes)));
    Object.assign(request.context.headers, CACHED_FIVE_MINUTES);
    await sendPublic(request, reply, { type: JSON_TYPE, ...document, effort: 'thorough' });
  });

  const { tryIt } = site.assets;
  const script = { src: tryIt.path, integrity: integrityOf(tryIt.body) };
  // What is typed into the reference goes where its script sends it, and no form leads anywhere.
  const headers: Readonly<ReplyHeaders> = {
    ...CACHED_FIVE_MINUTES,
    link: LINK_HEADER,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': withScripts(CSP.reference, [
      site.facts().assets.script.integrity,
      script.integrity,
    ]),
  };
  const reference = perOrigin(site, (origin) => describeReference({ origin }, routes, TOOL_ROUTES));
  for (const path of referencePaths(routes)) {
    const written = perOrigin(site, () =>
      withEtag(renderPage(site.facts(), apiReferencePage(reference(), path, script))),
    );
    app.get(path, limited, async (request, reply) => {
      Object.assign(request.context.headers, headers);
      await sendPublic(request, reply, { type: HTML_TYPE, ...written(), effort: 'thorough' });
    });
  }
}

/** Made when first asked for. The house may learn its own address only when it listens, and pages name it. */
function perOrigin<Made>(site: PublicSite, make: (origin: string) => Made): () => Made {
  let last: { readonly origin: string; readonly made: Made } | undefined;
  return () => {
    const { origin } = site.facts();
    if (last?.origin !== origin) last = { origin, made: make(origin) };
    return last.made;
  };
}

const TOOL_ROUTES: ReadonlySet<Route> = new Set(TOOLS.map(({ row }) => row));

/** The OpenAPI document of these rows, with our words and the names of the tools. */
export function openApiDocument(routes: readonly Route[]): Record<string, unknown> {
  return buildOpenApi(routes, { explain: errorTextFor, tools: TOOL_ROUTES });
}
