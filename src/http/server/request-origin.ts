import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

import type { House } from '../../house/house.ts';
import { isLoopback } from './caller/client-address.ts';
import { sameSecret } from './caller/sent-key.ts';

/** Against CSRF: browsers say where a form was sent from; what says nothing is no browser of our time. */
export function isSameOrigin({ origin, referer, host = '', ...headers }: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const from = origin ?? referer;
  return from === undefined || URL.parse(from)?.host === host;
}

// Whatever stands between a caller and us says so, each in its own words.
const FORWARDED_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|(?:x|true|cf|fly)-(?:client|connecting)-ip)$/;

/**
 * True for a program on this very machine: not for one that a proxy here speaks for, and not for a page from elsewhere
 * that a browser here has open, by whatever name it reached us.
 */
export function isLocalRequest(raw: IncomingMessage): boolean {
  const { origin } = raw.headers;
  return isLocalCaller(raw) && (origin === undefined || isLocalUrl(origin));
}

/** The same, whatever page it was sent from. */
function isLocalCaller({ socket, headers, httpVersion }: IncomingMessage): boolean {
  if (!isLoopback(socket.remoteAddress ?? '')) return false;
  // As nginx does by itself, without a header that would betray it.
  if (httpVersion === '1.0') return false;
  if (Object.keys(headers).some((name) => FORWARDED_HEADER.test(name))) return false;
  return isLocalUrl(`http://${headers.host ?? ''}`);
}

export const SANDBOX_TOKEN_HEADER = 'x-sandbox-token';

/** Who may turn the sandbox clock and ask for play money: whoever has the token; where none is set, programs on this machine. */
export function isSandboxCaller(house: SandboxRules, raw: IncomingMessage): boolean {
  if (house.sandboxToken === undefined) return isLocalUrl(house.baseUrl.href) && isLocalRequest(raw);
  const given = raw.headers[SANDBOX_TOKEN_HEADER];
  return typeof given === 'string' && sameSecret(given.trim(), house.sandboxToken);
}

/** The same for a page of play money, which a browser opens: its secret address is given only to those who had the token. */
export function isSandboxVisitor(house: SandboxRules, raw: IncomingMessage): boolean {
  return house.sandboxToken !== undefined || (isLocalUrl(house.baseUrl.href) && isLocalCaller(raw));
}

/** A house that is known by another address than this machine's has a proxy, for which everybody is on this machine. */
type SandboxRules = Pick<House, 'sandboxToken' | 'baseUrl'>;

function isLocalUrl(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && isLocalHostname(url.hostname);
}

const PLAIN_HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i;

/**
 * Against DNS rebinding: true when a request names the address this server is known by, or this very machine, and comes
 * from no other page. A page from elsewhere whose name was made to point here could otherwise speak to a server that only
 * this machine can reach.
 */
export function isOwnHostAndOrigin({ headers, socket }: IncomingMessage, baseUrl: URL): boolean {
  const { host = '', origin } = headers;
  const ours = (address: string) => isOwnUrl(URL.parse(address), baseUrl, socket.localPort);
  if (!PLAIN_HOST.test(host) || !ours(`${baseUrl.protocol}//${host}`)) return false;
  return origin === undefined || ours(origin);
}

function isOwnUrl(address: URL | null, baseUrl: URL, port: number | undefined): boolean {
  if (!address) return false;
  if (address.origin === baseUrl.origin) return true;
  return isLocalHostname(address.hostname) && portOf(address) === port;
}

function isLocalHostname(hostname: string): boolean {
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

const USUAL_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

function portOf({ port, protocol }: URL): number | undefined {
  return port === '' ? USUAL_PORTS[protocol] : Number(port);
}

// Only programs ask there, whatever their Accept header says.
const FOR_PROGRAMS = /^\/+(?:api|mcp|metrics|\.well-known)(?:[/?]|$)/i;

/** True for a page asked for by a browser. */
export function wantsHtml({ method, url, headers, routeOptions }: FastifyRequest): boolean {
  // The operator's pages have forms too.
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
