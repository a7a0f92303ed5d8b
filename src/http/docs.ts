import { readFile } from 'node:fs/promises';

import type { FastifyInstance } from 'fastify';

import type { House } from '../house/house.ts';
import { count } from './visit.ts';

// The build copies the renderer's files there, so that nothing is loaded from anywhere else.
const FOLDER = new URL('../../dist/docs-ui/', import.meta.url);
const FILES = [
  { name: 'swagger-ui.css', type: 'text/css; charset=utf-8' },
  { name: 'swagger-ui-bundle.js', type: 'text/javascript; charset=utf-8' },
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
export const PAGES = ['/', '/docs', '/openapi.json'] as const;

export async function addDocs(app: FastifyInstance, house: House, openapi: string): Promise<void> {
  const page = (path: string, type: string, text: string | Buffer, headers: Record<string, string> = {}) =>
    app.get(path, {
      onRequest: (request, reply) => count(house, request, reply, 'pages'),
      handler: async (_, reply) =>
        reply
          .headers({ 'content-type': type, 'cache-control': 'public, max-age=300', ...headers })
          .send(text),
    });
  page('/openapi.json', 'application/json; charset=utf-8', openapi);
  page('/docs', 'text/html; charset=utf-8', PAGE, { 'content-security-policy': POLICY });
  page('/docs/start.js', 'text/javascript; charset=utf-8', START);
  for (const { name, type } of FILES) page(`/docs/${name}`, type, await readFile(new URL(name, FOLDER)));
  app.get('/', {
    onRequest: (request, reply) => count(house, request, reply, 'pages'),
    handler: async (_, reply) => reply.redirect('/docs', 302),
  });
}
