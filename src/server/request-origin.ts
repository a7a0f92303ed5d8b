import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

import type { House } from '../features/house.ts';
import { isLoopback, sameSecret } from './caller.ts';

/** CSRF check by headers: current browsers send Sec-Fetch-Site, Origin or Referer with a form. */
export function isSameOrigin({ origin, referer, host = '', ...headers }: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const from = origin ?? referer;
  return from === undefined || URL.parse(from)?.host === host;
}

export const SANDBOX_TOKEN_HEADER = 'x-sandbox-token';

/** True if the request has the sandbox token, which allows turning the sandbox clock and paying with play money. */
export function hasSandboxToken(house: Pick<House, 'sandboxToken'>, { headers }: IncomingMessage): boolean {
  return isSandboxToken(house, headers[SANDBOX_TOKEN_HEADER]);
}

export function isSandboxToken({ sandboxToken }: Pick<House, 'sandboxToken'>, given: unknown): boolean {
  return sandboxToken !== undefined && typeof given === 'string' && sameSecret(given.trim(), sandboxToken);
}

const PLAIN_HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i;

/** Check against DNS rebinding: Host and Origin must name this server's base URL, or loopback with the local port. */
export function isOwnHostAndOrigin({ headers, socket }: IncomingMessage, baseUrl: URL): boolean {
  const { host = '', origin } = headers;
  const isOurs = (written: string) => {
    const address = URL.parse(written);
    if (!address) return false;
    const { hostname, port, protocol } = address;
    if (address.origin === baseUrl.origin) return true;
    const isLocal = hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
    return isLocal && (port === '' ? USUAL_PORTS[protocol] : Number(port)) === socket.localPort;
  };
  if (!PLAIN_HOST.test(host) || !isOurs(`${baseUrl.protocol}//${host}`)) return false;
  return origin === undefined || isOurs(origin);
}

const USUAL_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

// Paths whose errors are JSON, whatever Accept says.
const FOR_PROGRAMS = /^\/+(?:api|mcp|metrics|\.well-known)(?:[/?]|$)/i;

export function wantsHtml({ method, url, headers, routeOptions }: FastifyRequest): boolean {
  // The operator's pages also have forms, so they may be requested by POST.
  const reads = method === 'GET' || method === 'HEAD' || url.startsWith('/admin');
  const isProgram = routeOptions.config.row !== undefined || FOR_PROGRAMS.test(decodedUrl(url));
  return reads && !isProgram && (headers.accept ?? '').includes('text/html');
}

function decodedUrl(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
