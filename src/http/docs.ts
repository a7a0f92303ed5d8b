import { readFile } from 'node:fs/promises';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { House } from '../house/house.ts';
import { isKnownTo, tagOf } from './etag.ts';
import type { Headers } from './headers.ts';
import { LINKS } from './links.ts';
import { JSON_TYPE, send } from './send.ts';
import { count } from './visit.ts';

// The build copies the renderer's files there, so that nothing is loaded from anywhere else.
const FOLDER = new URL('../../dist/docs-ui/', import.meta.url);
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';
const FILES = [
  { name: 'swagger-ui.css', type: 'text/css; charset=utf-8' },
  { name: 'swagger-ui-bundle.js', type: SCRIPT_TYPE },
] as const;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Arkhouse API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<noscript>This page draws the reference with JavaScript. Without it, read <a href="/openapi.json">/openapi.json</a> or <a href="/api">/api</a>.</noscript>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: true });\n`;

// The renderer writes styles into the page and draws its icons from data addresses.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What is served beside the API: the document for programs and the reference for people. */
export const PAGES = ['/', '/docs', '/openapi.json', '/livez', '/readyz'] as const;

interface Page {
  readonly path: string;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Headers;
}

export async function addDocs(app: FastifyInstance, house: House, openapi: string): Promise<void> {
  const pages: readonly Page[] = [
    { path: '/openapi.json', type: JSON_TYPE, body: openapi },
    {
      path: '/docs',
      type: 'text/html; charset=utf-8',
      body: PAGE,
      headers: { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer', link: LINKS },
    },
    { path: '/docs/start.js', type: SCRIPT_TYPE, body: START },
    ...(await Promise.all(
      FILES.map(async ({ name, type }) => ({
        path: `/docs/${name}`,
        type,
        body: await readFile(new URL(name, FOLDER)),
      })),
    )),
  ];
  const onRequest = (request: FastifyRequest) => count(house, request, 'pages');
  for (const { path, type, body, headers } of pages) {
    const tag = tagOf(body);
    app.get(path, { onRequest }, async (request, reply) => {
      Object.assign(request.visit.headers, { 'cache-control': 'public, max-age=300' }, headers);
      if (isKnownTo(request, request.visit.headers, tag)) send(request, reply, { status: 304 });
      else send(request, reply, { status: 200, type, body });
    });
  }
  app.get('/', { onRequest }, async (request, reply) => {
    Object.assign(request.visit.headers, { location: '/docs', link: LINKS });
    send(request, reply, { status: 302 });
  });
}
