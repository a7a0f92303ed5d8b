import type { FastifyInstance } from 'fastify';

import { OPENAPI_PATH, REFERENCE_PATH } from '../../../contract/server/documents.ts';
import type { Route } from '../../../contract/server/route.ts';
import type { House } from '../../../house/house.ts';
import { renderPage } from '../../../pages/layout.tsx';
import type { PageScript, PageSpec } from '../../../pages/page-spec.ts';
import { apiReferencePage, apiSectionPage } from '../../../pages/public/api-reference-page.tsx';
import { CSP, integrityOf, LINK_HEADER, withScripts, type ReplyHeaders } from '../headers.ts';
import { openApiDocument } from '../openapi-document.ts';
import { limitedBy } from '../rate-limit.ts';
import { HTML_TYPE, JSON_TYPE, sendPublic, withEtag, type EtaggedBody } from '../send.ts';
import {
  describeBasics,
  describeSection,
  referenceContext,
  sectionLinks,
  sectionPath,
  tagsOf,
} from './api-operations.ts';
import type { PublicSite } from './page-site.ts';

const CACHED_FIVE_MINUTES: Readonly<ReplyHeaders> = { 'cache-control': 'public, max-age=300' };

/** What is served beside the API: the document for programs and the reference for people. */
export function servicePaths(routes: readonly Route[]): readonly string[] {
  return [REFERENCE_PATH, ...tagsOf(routes).map(sectionPath), OPENAPI_PATH, '/livez', '/readyz'];
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
  const headers = { ...CACHED_FIVE_MINUTES, ...referenceHeaders(site, script) };
  for (const [path, written] of referencePages({ site, routes }, script)) {
    app.get(path, limited, async (request, reply) => {
      Object.assign(request.context.headers, headers);
      await sendPublic(request, reply, { type: HTML_TYPE, ...written(), effort: 'thorough' });
    });
  }
}

/** What is typed into the reference goes where its script sends it, and no form leads anywhere. */
function referenceHeaders(site: PublicSite, script: PageScript): Readonly<ReplyHeaders> {
  const integrities = [site.facts().assets.script.integrity, script.integrity];
  return {
    link: LINK_HEADER,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': withScripts(CSP.reference, integrities),
  };
}

/** Every page of the reference by its path, each written once. */
function referencePages({ site, routes }: ApiReference, script: PageScript) {
  const context = perOrigin(site, (origin) => referenceContext(routes, origin));
  const links = sectionLinks(routes);
  const tags = tagsOf(routes);
  const written = (make: () => PageSpec) => perOrigin(site, () => withEtag(renderPage(site.facts(), make())));
  const first = () => {
    const sections = tags.map((tag) => describeSection(tag, context()));
    return apiReferencePage({ links, sections, basics: describeBasics(context()) }, script);
  };
  const others = tags.map((tag) => {
    const show = () => apiSectionPage(describeSection(tag, context()), links, script);
    return [sectionPath(tag), written(show)] as const;
  });
  return [[REFERENCE_PATH, written(first)] as const, ...others];
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
