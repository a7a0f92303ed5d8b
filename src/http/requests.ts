import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

import { ProblemError } from '../rules/problem.ts';

/** CSRF check by headers: current browsers send Sec-Fetch-Site, Origin or Referer with a form. */
export function isSameOrigin({ origin, referer, host = '', ...headers }: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const from = origin ?? referer;
  return from === undefined || URL.parse(from)?.host === host;
}

// Paths whose errors are JSON, whatever Accept says.
const FOR_PROGRAMS = /^\/+(?:api|mcp|metrics|\.well-known)(?:[/?]|$)/i;

export function wantsHtml({ method, url, headers }: FastifyRequest): boolean {
  // The operator's pages also have forms, so they may be requested by POST.
  const reads = method === 'GET' || method === 'HEAD' || url.startsWith('/admin');
  return reads && !FOR_PROGRAMS.test(decodedUrl(url)) && (headers.accept ?? '').includes('text/html');
}

function decodedUrl(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

export function parseForms(app: FastifyInstance, bodyLimit: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    '*',
    { parseAs: 'string', bodyLimit },
    async (_: unknown, text: string) => new URLSearchParams(text),
  );
}

const FAMILY = /^[A-Za-z][A-Za-z.-]{0,39}/;
// A crawler that calls itself a browser has its own name after that.
const CRAWLER = /\b[A-Za-z-]{0,20}(?:bot|crawler|spider|-user)\b/i;

/** The first name in User-Agent, in small letters; undefined without one. */
export function clientFamily({ 'user-agent': agent = '' }: IncomingHttpHeaders): string | undefined {
  const start = agent.slice(0, 300);
  const first = FAMILY.exec(start)?.[0].toLowerCase();
  return first === 'mozilla' ? (CRAWLER.exec(start)?.[0].toLowerCase() ?? 'browser') : first;
}

const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

export function idempotencyKeyFrom({ method, headers }: FastifyRequest): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined || method === 'GET' || method === 'HEAD') return undefined;
  if (typeof given !== 'string' || !IDEMPOTENCY_KEY.test(given))
    throw new ProblemError('invalid_idempotency_key', {});
  return given;
}
