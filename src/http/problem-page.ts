import type { FastifyReply, FastifyRequest } from 'fastify';

import { STATUS } from '../contract/problems.ts';
import type { Problem } from '../core/problem.ts';
import { renderPage } from '../pages/layout.tsx';
import { problemPage } from '../pages/problem.tsx';
import { PAGE_HEADERS, type OpenSite } from './page-site.ts';
import { headersFor } from './problem-reply.ts';
import { send } from './send.ts';

// Whoever asks there is a program, whatever it says it accepts.
const FOR_PROGRAMS = /^\/+(?:api|mcp|metrics|\.well-known)(?:[/?]|$)/i;

/** True when it was a person's browser that asked, for a page. */
export function asksForPage({ method, url, headers, routeOptions }: FastifyRequest): boolean {
  // The operator's room has forms too.
  const reads = method === 'GET' || method === 'HEAD' || url.startsWith('/admin');
  const isProgram = routeOptions.config.row !== undefined || FOR_PROGRAMS.test(decoded(url));
  return reads && !isProgram && (headers.accept ?? '').includes('text/html');
}

function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

/** A refusal as a page: what happened, and where to go from here. */
export function sendProblemPage(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  site: OpenSite,
): void {
  const status = STATUS[problem.code];
  const { headers } = request.visit;
  Object.assign(headers, headersFor(problem), PAGE_HEADERS, { 'cache-control': 'no-store' });
  delete headers['access-control-allow-origin'];
  const body = renderPage(site.facts(), problemPage({ status, requestId: request.id }));
  send(request, reply, { status, type: 'text/html; charset=utf-8', body });
}
