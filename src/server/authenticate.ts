import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

import { RATE_LIMITS, type RateLimit, type RateLimitName } from '../api/rate-limits.ts';
import type { Route } from '../api/route.ts';
import { authenticateKey, type KnownAgent } from '../features/agents/api-keys.ts';
import { isDatabaseUnavailable } from '../features/database-errors.ts';
import type { House } from '../features/house.ts';
import { loadLiving } from '../features/lives/choose-creature.ts';
import { takesUpAnOffer } from '../features/money/pay-inline.ts';
import { type Instant, SECOND } from '../rules/base/clock.ts';
import type { KeyPlace } from '../rules/credits.ts';
import { ProblemError, type ProblemFacts } from '../rules/problem.ts';
import type { Reader } from '../text/server/next-steps.ts';
import type { ServerContext } from './handler.ts';
import type { ReplyHeaders } from './send.ts';
import { idempotencyKeyFrom } from './parse-request.ts';
import { paymentCredentialFrom } from './payment-headers.ts';

type DoorKeys = Pick<ServerContext, 'house' | 'adminKey'>;
type ReplayingDoor = DoorKeys & Pick<ServerContext, 'undelivered'>;

/** Authenticates a request, in this order: counts the address, looks the key up, counts the agent. */
export async function authenticate(server: DoorKeys, route: Route, request: FastifyRequest): Promise<void> {
  const { house } = server;
  const { limit } = route;
  const byAddress = RATE_LIMITS[limit].per === 'ip';
  if (byAddress) await applyRateLimit(house, request, limit);
  try {
    const agent = await identify(server, route, request);
    request.context.agent = agent && { ...agent, mayPlay: hasSandboxToken(house, request.raw) };
  } catch (problem) {
    if (problem instanceof ProblemError) await applyRateLimit(house, request, 'failed_key');
    throw problem;
  }
  if (byAddress) return;
  const name = limit === 'resurrect' ? await limitOfReturn(house, request) : limit;
  return applyRateLimit(house, request, name);
}

/** A refused key may still fetch the reply of an earlier request: by its Idempotency-Key, or if it was not delivered. */
export async function authenticateOrHear(
  server: ReplayingDoor,
  route: Route,
  request: FastifyRequest,
): Promise<void> {
  try {
    await authenticate(server, route, request);
  } catch (refusal) {
    if (!(refusal instanceof ProblemError)) throw refusal;
    if (idempotencyKeyFrom(request) === undefined && server.undelivered.isEmpty) throw refusal;
    await countQuietly(server.house, request, 'lost_answer');
    request.context.authProblem = refusal;
  }
}

/** A signed payment completes a resurrection that was counted before, so it must not be counted again. */
async function limitOfReturn(house: House, { headers, context }: FastifyRequest): Promise<RateLimitName> {
  const { agent, now } = context;
  const credential = agent && paymentCredentialFrom(headers);
  return credential && (await takesUpAnOffer(house, credential, agent.id, now)) ? 'credits' : 'resurrect';
}

function identify(
  { house, adminKey }: DoorKeys,
  route: Route,
  request: FastifyRequest,
): Promise<KnownAgent | undefined> | undefined {
  const { headers } = request;
  // A publicly cached reply must not depend on the caller, so the key is not read.
  if (route.auth === 'none') return route.cache === undefined ? recogniseAgent(house, headers) : undefined;
  if (hasKeyInUrl(request.url)) throw new ProblemError('key_in_address');
  if (route.auth === 'admin') {
    const given = oneKeyOf(bearerToken(headers.authorization), headers['x-admin-key']);
    if (!adminKey || !given || !sameSecret(given, adminKey)) throw new ProblemError('unknown_admin_key', {});
    return undefined;
  }
  const key = findKey(headers);
  if (key === undefined && route.auth === 'required') throw new ProblemError('missing_key');
  if (key === undefined) return undefined;
  request.context.key = key;
  return authenticateKey(house, key, route.auth === 'required' ? 'agent and creatures' : 'agent');
}

function findKey(headers: IncomingHttpHeaders): string | undefined {
  const wrapped = findWrappedKey(headers);
  if (wrapped) throw new ProblemError('misplaced_key', wrapped);
  const key = apiKeyFrom(headers);
  const misplaced = key === undefined ? findMisplacedKey(headers) : undefined;
  if (misplaced) throw new ProblemError('misplaced_key', misplaced);
  return key;
}

/** The caller on a public route; undefined for an invalid key, or when it cannot be looked up. */
export async function recogniseAgent(
  house: House,
  headers: IncomingHttpHeaders,
): Promise<KnownAgent | undefined> {
  try {
    const key = apiKeyFrom(headers);
    return key === undefined ? undefined : await authenticateKey(house, key);
  } catch (error) {
    if (error instanceof ProblemError || isDatabaseUnavailable(error)) return undefined;
    throw error;
  }
}

/** True if the query of a URL has an API key, also a cut-off one: URLs end up in logs and histories. */
export function hasKeyInUrl(url: string): boolean {
  return url.includes('?') && /[?&][^?=&]*=(?:ah_|ah%5f)[0-9A-Za-z]{16}/i.test(url);
}

type Misplaced = ProblemFacts['misplaced_key'];

const USUAL_ELSEWHERE: ReadonlySet<string> = new Set([
  'api-key',
  'apikey',
  'auth-token',
  'token',
  'x-access-token',
  'x-apikey',
  'x-arkhouse-api-key',
  'x-arkhouse-key',
  'x-auth',
  'x-auth-key',
  'x-auth-token',
  'x-authorization',
  'x-key',
  'x-token',
]);

const KEY = /^(?:\w+\s+)?ah_[0-9A-Za-z]{12,}$/;
const KEY_WITHIN = /(?:^|[=;\s"])ah_[0-9A-Za-z]{12,}/;
const SCHEME = /^([A-Za-z][\w-]{0,19})(?::|=|\s)\s*\S/;
const PLAIN_NAME = /^[a-z][a-z0-9-]{0,39}$/;

const WRAPPED = /^(?:bearer\s+|["'`<([{]\s*)+ah_[0-9A-Za-z]{12,}/i;

export function findWrappedKey(headers: IncomingHttpHeaders): Misplaced | undefined {
  const { authorization = '', 'x-api-key': own } = headers;
  if (WRAPPED.test(authorization.trim().replace(/^bearer\s+/i, '')))
    return { place: 'wrapped', name: 'Authorization' };
  return typeof own === 'string' && WRAPPED.test(own.trim())
    ? { place: 'wrapped', name: 'x-api-key' }
    : undefined;
}

/** Tells where a misplaced API key was found; never returns the key itself. */
export function findMisplacedKey(headers: IncomingHttpHeaders): Misplaced | undefined {
  const scheme = SCHEME.exec(headers.authorization?.trim() ?? '')?.[1];
  // Payments use an Authorization scheme of their own.
  if (scheme !== undefined && scheme.toLowerCase() !== 'payment') return { place: 'scheme', name: scheme };
  const header = Object.entries(headers).find(isMisplaced)?.[0];
  if (header !== undefined) return { place: 'header', name: PLAIN_NAME.test(header) ? header : 'a header' };
  return KEY_WITHIN.test(headers.cookie ?? '') ? { place: 'cookie', name: '' } : undefined;
}

function isMisplaced([name, value]: [string, unknown]): boolean {
  if (typeof value !== 'string' || name === 'authorization' || name === 'x-api-key') return false;
  return KEY.test(value.trim()) || (USUAL_ELSEWHERE.has(name) && value.trim() !== '');
}

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

export function apiKeyFrom(headers: IncomingHttpHeaders): string | undefined {
  return oneKeyOf(bearerToken(headers.authorization), headers['x-api-key']);
}

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

export function hasSandboxToken(house: Pick<House, 'sandboxToken'>, { headers }: IncomingMessage): boolean {
  return isSandboxToken(house, headers[SANDBOX_TOKEN_HEADER]);
}

export function isSandboxToken({ sandboxToken }: Pick<House, 'sandboxToken'>, given: unknown): boolean {
  return sandboxToken !== undefined && typeof given === 'string' && sameSecret(given, sandboxToken);
}

export function payerFrom(agent: KnownAgent, raw: IncomingMessage, resource: string) {
  // The payment must not use the header of the caller's key.
  const keyIn: KeyPlace = raw.headers['x-api-key'] === undefined ? 'bearer' : 'x-api-key';
  return { agent, keyIn, resource };
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
    const isLocal = hostname === 'localhost' || isLoopback(withoutPorts(hostname));
    return isLocal && (port === '' ? USUAL_PORTS[protocol] : Number(port)) === socket.localPort;
  };
  if (!PLAIN_HOST.test(host) || !isOurs(`${baseUrl.protocol}//${host}`)) return false;
  return origin === undefined || isOurs(origin);
}

const USUAL_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

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

type LimitWindow = Awaited<ReturnType<House['limiter']['take']>>;

export interface CountedRequest {
  readonly name: RateLimitName;
  readonly who: string;
  readonly window: LimitWindow;
}

/** Counts the request, sets the rate limit headers and refuses it over the limit. Synchronous with the in-process limiter. */
export function applyRateLimit(
  house: House,
  request: FastifyRequest,
  name: RateLimitName,
): void | Promise<void> {
  const { context } = request;
  const limit: RateLimit = RATE_LIMITS[name];
  const who = limit.per === 'agent' && context.agent ? context.agent.id : rateLimitBucket(request.ip);
  const taken = house.limiter.take(name, limit, who, context.now);
  if (taken instanceof Promise) return taken.then((window) => recordOrRefuse(context, { name, who, window }));
  recordOrRefuse(context, { name, who, window: taken });
}

function recordOrRefuse(context: FastifyRequest['context'], counted: CountedRequest): void {
  context.counted = counted;
  setRateLimitHeaders(context.headers, counted.name, counted.window, context.now);
  if (!counted.window.allowed) throw new OverLimitError(counted, context.now);
}

/** Carries the exceeded limit, which need not be that of the route. */
export class OverLimitError extends ProblemError<'too_many_requests'> {
  readonly counted: CountedRequest;

  constructor(counted: CountedRequest, now: Instant) {
    super('too_many_requests', { retryAfterSeconds: secondsUntilReset(counted.window, now) });
    this.counted = counted;
  }
}

/** Counts under another limit besides the route's. Returns a function that uncounts it. */
export async function countAlso(house: House, name: RateLimitName, who: string, now: Instant) {
  const window = await house.limiter.take(name, RATE_LIMITS[name], who, now);
  if (!window.allowed) throw new OverLimitError({ name, who, window }, now);
  return async () => house.limiter.giveBack(name, who, window);
}

export function limitedBy(house: House, name: RateLimitName) {
  return { onRequest: async (request: FastifyRequest) => applyRateLimit(house, request, name) };
}

async function countQuietly(
  house: House,
  { context, ip }: FastifyRequest,
  name: RateLimitName,
): Promise<void> {
  const who = rateLimitBucket(ip);
  const window = await house.limiter.take(name, RATE_LIMITS[name], who, context.now);
  if (!window.allowed) recordOrRefuse(context, { name, who, window });
}

export async function refundRateLimit(house: House, { context }: FastifyRequest): Promise<void> {
  if (!context.counted?.window.allowed) return;
  const { name, who, window } = context.counted;
  await house.limiter.giveBack(name, who, window);
  setRateLimitHeaders(
    context.headers,
    name,
    { ...window, remaining: Math.min(window.max, window.remaining + 1) },
    context.now,
  );
}

/** Counts under `name` instead of the route's limit; over `name` both count, so that a flood is refused early. */
export async function countInstead(
  house: House,
  request: FastifyRequest,
  name: RateLimitName,
): Promise<void> {
  const { context } = request;
  const { counted } = context;
  await applyRateLimit(house, request, name);
  Object.assign(context, { counted });
  await refundRateLimit(house, request);
}

/** X-RateLimit-* and the headers of the IETF draft (RateLimit, RateLimit-Policy). */
export function setRateLimitHeaders(
  headers: ReplyHeaders,
  name: RateLimitName,
  window: LimitWindow,
  now: Instant,
): void {
  headers['x-ratelimit-limit'] = window.max;
  headers['x-ratelimit-remaining'] = window.remaining;
  headers['x-ratelimit-reset'] = Math.ceil(window.resetsAt / SECOND);
  headers['ratelimit-policy'] = POLICIES[name];
  headers['ratelimit'] = `"${name}";r=${window.remaining};t=${secondsUntilReset(window, now)}`;
}

/** Seconds until the window ends, at least 1: a caller that waits for 0 seconds would be refused again. */
function secondsUntilReset({ resetsAt }: LimitWindow, now: Instant): number {
  return Math.max(1, Math.ceil((resetsAt - now) / SECOND));
}

// RateLimit-Policy values, made once because they are constant and part of every reply.
const POLICIES = Object.fromEntries(
  Object.entries<RateLimit>(RATE_LIMITS).map(([name, { max, windowSeconds }]) => [
    name,
    `"${name}";q=${max};w=${windowSeconds}`,
  ]),
) as Readonly<Record<RateLimitName, string>>;
