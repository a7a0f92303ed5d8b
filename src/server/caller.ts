import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

import type { KnownAgent } from '../features/agents/api-keys.ts';
import type { House } from '../features/house.ts';
import { loadLiving } from '../features/lives/choose-creature.ts';
import type { Instant } from '../rules/base/clock.ts';
import { ProblemError } from '../rules/problem.ts';
import type { Reader } from '../text/server/next-steps.ts';

/** What rate limits count by: the IPv4 address, or the /64 of an IPv6 address, which is what one customer holds. */
export function rateLimitBucket(ip: string): string {
  if (isIPv4(ip)) return ip;
  const address = parseAddress(ip);
  if (address === undefined) return 'unknown';
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toRFC5952String()}/64`;
}

// An address with port or brackets: some proxies write 203.0.113.7:4711, [2001:db8::1]:4711 or [2001:db8::1].
const WITH_PORT = /^(?:([\d.]{7,15}):\d{1,5}|\[([\da-f:.]{2,45})\](?::\d{1,5})?)$/i;

export function withoutPorts(forwardedFor: string): string {
  const entries = forwardedFor.split(',').map((entry) => entry.trim());
  return entries
    .map((entry) => {
      const [, v4, v6] = WITH_PORT.exec(entry) ?? [];
      return v4 ?? v6 ?? entry;
    })
    .join(', ');
}

export function isLoopback(ip: string): boolean {
  return isIPv4(ip) ? ip.startsWith('127.') : parseAddress(ip)?.range() === 'loopback';
}

/** Parses any spelling of an IP address, without its zone. An IPv4-mapped address becomes IPv4. */
function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // isIPv6 is checked first: ipaddr.js alone would also accept 127.1 and 0x7f000001.
  if (!isIPv6(ip)) return undefined;
  // ipaddr.js takes the deprecated ::1.2.3.4 for ::ffff:1.2.3.4 unless a group precedes it.
  return ipaddr.process(ip.replace(/%.*/, '').replace(/^::(?=\d+\.)/, '::0:'));
}

export async function readerOf(
  house: House,
  { agent, now }: { readonly agent: KnownAgent | undefined; readonly now: Instant },
): Promise<Reader> {
  if (!agent) return { kind: 'stranger', suffix: now.toString(36) };
  return { kind: 'agent', hasLiving: (await loadLiving(house, agent, now)).length > 0 };
}

/** The API key from a bearer token, x-api-key, or a bare key in Authorization. */
export function apiKeyFrom(headers: IncomingHttpHeaders): string | undefined {
  return oneKeyOf(bearerToken(headers.authorization), headers['x-api-key']);
}

/** The API key of a request; refuses two different ones. */
export function oneKeyOf(bearer: string | undefined, own: string | string[] | undefined): string | undefined {
  const inOwnHeader = typeof own === 'string' && own.trim() !== '' ? own.trim() : undefined;
  if (bearer && inOwnHeader && bearer !== inOwnHeader) throw new ProblemError('two_keys');
  return bearer ?? inOwnHeader;
}

export function bearerToken(header: string | undefined): string | undefined {
  if (!header) return undefined;
  const words = header.trim();
  const scheme = /^bearer\s+/i.exec(words);
  if (scheme) return words.slice(scheme[0].length) || undefined;
  return words.startsWith('ah_') ? words : undefined;
}

/** Compares two secrets in constant time, by digests of equal length. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}

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
