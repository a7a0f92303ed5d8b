import type { FastifyInstance } from 'fastify';

import { OPENAPI_PATH, OPENAPI_YAML_PATH, REFERENCE_PATH } from '../api/documents.ts';
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

/** A JSON value as block YAML 1.2. Strings are quoted as in JSON, which YAML reads the same way. */
function toYaml(value: unknown): string {
  return `${lines(value).join('\n')}\n`;
}

function lines(value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item) => {
      const [first = '', ...more] = lines(item);
      return [`- ${first}`, ...more.map(indent)];
    });
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (fields.length === 0) return [JSON.stringify(value)];
  return fields.flatMap(([name, field]: [string, unknown]) => {
    const key = PLAIN_KEY.test(name) ? name : JSON.stringify(name);
    const written = lines(field);
    return isBlock(field) ? [`${key}:`, ...written.map(indent)] : [`${key}: ${written.join('')}`];
  });
}

// Other words are quoted: YAML 1.1 reads `no`, `on`, `y` and their like as booleans.
const PLAIN_KEY = /^(?!(?:y|yes|n|no|on|off|true|false|null)$)[a-z$][\w$-]*$/i;

function isBlock(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function indent(line: string): string {
  return `  ${line}`;
}

const CACHED_FIVE_MINUTES: Readonly<ReplyHeaders> = { 'cache-control': 'public, max-age=300' };

const OPENAPI_FORMATS = [
  [OPENAPI_PATH, JSON_TYPE, JSON.stringify],
  [OPENAPI_YAML_PATH, 'application/yaml', toYaml],
] as const;

export function servicePaths(routes: readonly Route[]): readonly string[] {
  return [...referencePaths(routes), OPENAPI_PATH, OPENAPI_YAML_PATH, '/livez', '/readyz'];
}

function referencePaths(routes: readonly Route[]): readonly string[] {
  return [REFERENCE_PATH, ...tagsOf(routes).map(sectionPath)];
}

export function addApiReference(
  app: FastifyInstance,
  house: House,
  { site, routes }: { readonly site: PublicSite; readonly routes: readonly Route[] },
): void {
  const limited = limitedBy(house, 'pages');
  for (const [path, type, write] of OPENAPI_FORMATS) {
    // The OpenAPI document is built on first use, so that the server starts sooner.
    let document: EtaggedBody | undefined;
    app.get(path, limited, async (request, reply) => {
      document ??= withEtag(write(openApiDocument(routes)));
      Object.assign(request.context.headers, CACHED_FIVE_MINUTES);
      await sendPublic(request, reply, { type, ...document, effort: 'thorough' });
    });
  }

  const { tryIt } = site.assets;
  const script = { src: tryIt.path, integrity: integrityOf(tryIt.body) };
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

/** A value that depends on the origin, computed on first use: the port may be unknown until the server listens. */
function perOrigin<Value>(site: PublicSite, compute: (origin: string) => Value): () => Value {
  let last: { readonly origin: string; readonly value: Value } | undefined;
  return () => {
    const { origin } = site.facts();
    if (last?.origin !== origin) last = { origin, value: compute(origin) };
    return last.value;
  };
}

const TOOL_ROUTES: ReadonlySet<Route> = new Set(TOOLS.map(({ row }) => row));

export function openApiDocument(routes: readonly Route[]): Record<string, unknown> {
  return buildOpenApi(routes, { explain: errorTextFor, tools: TOOL_ROUTES });
}
