import type { FastifyReply, FastifyRequest } from 'fastify';

import { isStepRoute, type Route } from '../../contract/server/route.ts';
import { ProblemError, type SuggestedCall, type ProblemFacts } from '../../core/problem.ts';
import { ACTIONS } from '../../core/vocabulary.ts';
import type { House } from '../../house/house.ts';
import { CORS_PREFLIGHT_HEADERS } from './headers.ts';
import { applyRateLimit } from './rate-limit.ts';
import { matchesPattern } from './route-path.ts';
import { send } from './send.ts';

/** Where a request that matched no route should have gone: elsewhere, or nowhere. */
type UnknownRouteResult = { readonly redirect: string } | { readonly problem: ProblemError };

/** Finds out what was meant by a request that matched no route. */
export type UnknownRouteResolver = (method: string, path: string, search: string) => UnknownRouteResult;

// No page from elsewhere has any business there.
const OPERATOR_PATHS = /^\/(?:api\/admin|admin|metrics)(?:[/?]|$)/;

/** For requests that matched no route: a CORS preflight, a redirect, or a problem that names what was probably meant. */
export async function handleNotFound(
  server: { readonly house: House; readonly resolveUnknownRoute: UnknownRouteResolver },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await applyRateLimit(server.house, request, 'unknown_path');
  const { headers } = request.context;
  if (OPERATOR_PATHS.test(request.url)) delete headers['access-control-allow-origin'];
  else if (request.method === 'OPTIONS') {
    Object.assign(headers, CORS_PREFLIGHT_HEADERS);
    return send(request, reply, { status: 204 });
  }
  const [path = '/', ...search] = request.url.split(/(?=\?)/);
  const result = server.resolveUnknownRoute(request.method, path, search.join(''));
  if ('problem' in result) throw result.problem;
  headers['location'] = result.redirect;
  const body = JSON.stringify({ message: 'The same request works there.', location: result.redirect });
  return send(request, reply, { status: 308, body });
}

// What people and programs try first, by habit from other services.
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['/api/openapi.json', '/openapi.json'],
  ['/api/openapi', '/openapi.json'],
  ['/openapi', '/openapi.json'],
  ['/api/swagger.json', '/openapi.json'],
  ['/swagger.json', '/openapi.json'],
  ['/api/docs', '/docs'],
  ['/api/swagger', '/docs'],
  ['/swagger', '/docs'],
  ['/api/reference', '/docs'],
  ['/health', '/api/health'],
  ['/api/auth', '/api/auth/register'],
  ['/.well-known/llms.txt', '/llms.txt'],
  ['/.well-known/agent-skills/arkhouse/skill.md', '/skill.md'],
]);

const PLAIN_PATH = /^\/[a-z0-9/_.-]*$/i;
const LONGEST_PATH = 300;

/** `declared` is every route there is, `served` those of this server, `pages` what is no operation. */
export function unknownRouteResolver(
  declared: readonly Route[],
  served: readonly Route[],
  pages: readonly string[],
): UnknownRouteResolver {
  const pageAt = (path: string) => pages.find((page) => matchesPattern(page, path));
  const leadsSomewhere = (method: string, path: string): boolean =>
    served.some((route) => route.method === method && matchesPattern(route.path, path)) ||
    (method === 'GET' && pageAt(path) !== undefined);

  return (method, path, search) => {
    // No route is that long, and comparing it with each would take its time.
    if (path.length > LONGEST_PATH) return { problem: new ProblemError('no_such_route', {}) };
    const asked = method === 'HEAD' ? 'GET' : method;
    const target = PLAIN_PATH.test(path) ? findTarget(asked, path) : undefined;
    if (target !== undefined && target !== path) return { redirect: target + safeSearch(search) };
    return { problem: refusal(asked, path) };
  };

  function findTarget(method: string, path: string): string | undefined {
    const tidy = path
      .toLowerCase()
      .replace(/\/{2,}/g, '/')
      .replace(/(.)\/$/, '$1');
    const current = tidy.replace(/^\/api\/v\d+(?=\/|$)/, '/api');
    const candidates = [ALIASES.get(current), current, `/api${current}`, completed(served, method, current)];
    return candidates.find((candidate) => candidate !== undefined && leadsSomewhere(method, candidate));
  }

  function refusal(method: string, path: string): ProblemError {
    const here = served.filter((route) => matchesPattern(route.path, path));
    const [first] = here;
    if (first)
      return new ProblemError('wrong_method', {
        allowed: methodsOf(here),
        meant: routeName(first),
        way: suggestedCall(first),
      });
    const page = pageAt(path);
    if (page !== undefined) {
      return new ProblemError('wrong_method', { allowed: ['GET', 'HEAD'], meant: `GET ${page}` });
    }
    const closed = declared.some((route) => matchesPattern(route.path, path) && route.method === method);
    return new ProblemError('no_such_route', closed ? { closed } : guess(declared, served, method, path));
  }
}

/** The one route a cut-off path was going to be, if there is just one. Nothing is ever deleted by a guess. */
function completed(served: readonly Route[], method: string, path: string): string | undefined {
  if (method === 'DELETE' || served.some((route) => matchesPattern(route.path, path))) return undefined;
  const depth = path.split('/').length;
  const longer = served
    .filter((route) => route.method === method && route.path.startsWith(path) && !route.path.includes('{'))
    .filter((route) => route.path.split('/').length <= depth + 1)
    .map((route) => route.path)
    .toSorted((one, other) => one.length - other.length);
  const [nearest] = longer;
  return longer.every((each) => nearest !== undefined && each.startsWith(nearest)) ? nearest : undefined;
}

/** What was probably meant: an action of care, or the route that is spelled most like it. */
function guess(
  declared: readonly Route[],
  served: readonly Route[],
  method: string,
  path: string,
): ProblemFacts['no_such_route'] {
  const word = path
    .toLowerCase()
    .split('/')
    .findLast((part) => part !== '');
  const careAction = path.startsWith('/api/') ? ACTIONS.find((action) => action === word) : undefined;
  if (careAction) return { careAction, meant: 'POST /api/house/care' };
  const nearest = nearestTo(declared, method, word);
  return nearest
    ? { meant: routeName(nearest), way: served.includes(nearest) ? suggestedCall(nearest) : undefined }
    : {};
}

/** The methods of one path, with HEAD where there is a GET that does not forbid it. */
function methodsOf(routes: readonly Route[]): string[] {
  const methods = routes.map(({ method }) => method);
  const readable = routes.some(({ method, noHead }) => method === 'GET' && !noHead);
  return readable ? [...methods, 'HEAD'] : methods;
}

/** The operation as a call that can be made as it stands; none where a part of the path must be chosen. */
function suggestedCall(route: Route): SuggestedCall | undefined {
  if (route.path.includes('{') || !isStepRoute(route)) return undefined;
  const { method, path, example } = route;
  return { method, endpoint: path, ...(example !== undefined && { body: example }) };
}

function nearestTo(routes: readonly Route[], method: string, word: string | undefined): Route | undefined {
  if (word === undefined || word.length < 3) return undefined;
  const named = routes
    .map((route) => ({ route, distance: distanceTo(route, word.replaceAll('_', '-')) }))
    .filter(({ distance }) => distance <= 2)
    .toSorted((one, other) => one.distance - other.distance);
  const closest = named.filter(({ distance }) => distance === named[0]?.distance);
  return (closest.find(({ route }) => route.method === method) ?? closest[0])?.route;
}

function distanceTo(route: Route, word: string): number {
  const own = route.path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
  const byPath = editDistance(own, word);
  return route.operationId.replaceAll('_', '-') === word ? 0 : byPath;
}

function routeName(route: Route): string {
  return `${route.method} ${route.path}`;
}

/** Only what may stand in a header. */
function safeSearch(search: string): string {
  return search.replace(/[^!-~]/g, (odd) => encodeURIComponent(odd));
}

/** Levenshtein distance; 9 when the words are far apart. */
function editDistance(one: string, other: string): number {
  if (one === other) return 0;
  if (Math.abs(one.length - other.length) > 2 || other.length < 4) return 9;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 9;
}
