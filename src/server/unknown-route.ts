import type { FastifyReply, FastifyRequest } from 'fastify';

import { editDistance } from '../../packages/base/nearest-word.ts';
import { type Instant } from '../rules/base/clock.ts';
import { isId } from '../rules/base/ids.ts';
import { ProblemError, type ProblemFacts, type SuggestedCall } from '../rules/problem.ts';
import { type Action, ACTIONS } from '../rules/vocabulary.ts';
import { fieldsOf } from '../api/fields.ts';
import type { Route } from '../api/route.ts';
import { ROUTES } from '../api/routes.ts';
import { ACTION_SYNONYMS } from '../api/subjects/care.ts';
import { followRedirectStep } from '../text/server/next-steps.ts';
import { creaturePath } from '../web/paths.ts';
import { applyRateLimit } from '../http/limits.ts';
import { wantsHtml } from '../http/requests.ts';
import { CORS_PREFLIGHT_HEADERS, send } from '../http/send.ts';
import { viewAgent } from '../features/public/view-agent.ts';
import {
  FAMILIAR_WORDS,
  type FamiliarMethod,
  FOLDER_ALIASES,
  LOOK_FIRST,
  PATH_ALIASES,
} from './familiar-paths.ts';
import { correctedCall } from './mistakes.ts';
import { isObject } from './parse-request.ts';
import type { ServerContext } from './server-context.ts';

export type UnknownRouteResolver = (
  method: string,
  path: string,
  search: string,
  body?: unknown,
) => { readonly redirect: string } | { readonly problem: ProblemError };

const OPERATOR_PATHS = /^\/(?:api\/admin|admin|metrics)(?:[/?]|$)/;

export async function handleNotFound(
  { house, resolveUnknownRoute }: Pick<ServerContext, 'house' | 'resolveUnknownRoute'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await applyRateLimit(house, request, 'unknown_path');
  const { method, url, context } = request;
  const { headers } = context;
  if (OPERATOR_PATHS.test(url)) delete headers['access-control-allow-origin'];
  else if (method === 'OPTIONS') {
    Object.assign(headers, CORS_PREFLIGHT_HEADERS);
    return send(request, reply, { status: 204 });
  }
  const [path = '/', ...search] = url.split(/(?=\?)/);
  const creature = await findNamedCreature(house, method, path, context.now);
  if (creature !== undefined) {
    headers['location'] = creature;
    return send(request, reply, { status: 307 });
  }
  const result = resolveUnknownRoute(method, path, search.join(''), request.body);
  if ('problem' in result)
    throw path.startsWith(WELL_KNOWN) ? wellKnownProblem(house, path, result.problem) : result.problem;
  const { redirect: location } = result;
  // Browsers get the HTML problem page instead of a redirect to guessed JSON.
  if (location.startsWith('/api/') && !ALIASES.has(path) && wantsHtml(request))
    throw new ProblemError('no_such_route', { meant: `${method} ${location.split('?')[0]}` });
  headers['location'] = location;
  const next_steps = [followRedirectStep(method === 'HEAD' ? 'GET' : method, location)];
  const body = JSON.stringify({ message: 'The same request works there.', location, next_steps });
  return send(request, reply, { status: 308, body });
}

const WELL_KNOWN = '/.well-known/';
const ABOUT_PAYMENTS = /x402|mpp|payment/;

function wellKnownProblem(
  { cashier }: Pick<ServerContext['house'], 'cashier'>,
  path: string,
  problem: ProblemError,
): ProblemError {
  if (!problem.is('no_such_route') || problem.facts.way !== undefined) return problem;
  const missing = cashier.mode === 'off' && ABOUT_PAYMENTS.test(path) ? 'payments' : 'description';
  return new ProblemError('no_such_route', { missing });
}

/** The address of `/creatures/KEEPER/NAME`: names may change hands, so the redirect is temporary. */
async function findNamedCreature(
  house: ServerContext['house'],
  method: string,
  path: string,
  now: Instant,
): Promise<string | undefined> {
  const [, username = '', written = ''] = /^\/creatures\/([\w-]{2,50})\/([^/]{1,200})$/.exec(path) ?? [];
  const name = written === '' || method !== 'GET' ? undefined : plainName(written);
  if (name === undefined || isId(username)) return undefined;
  const view = await viewAgent(house, username.toLowerCase(), now);
  const found = view?.creatures.find((creature) => plainName(creature.creature.name) === name);
  return found && creaturePath(found.creature.id);
}

function plainName(written: string): string | undefined {
  try {
    return decodeURIComponent(written)
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' ');
  } catch {
    return undefined;
  }
}

const PLAIN_PATH = /^\/[a-z0-9/_.-]*$/i;
const LONGEST_PATH = 300;
const TRAILING_SLASH = /(?<=[^/])\/$/;
type TidyPath = ReturnType<typeof tidyPath>;
const UUID_PART = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=\/|$)/;

function tidyPath(path: string) {
  const tidy = path
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
    .replace(/^(?:\/api)?\/v\d+(?=\/|$)/, '/api');
  const creatureId = UUID_PART.exec(tidy)?.[1];
  return { path: tidy.replace(UUID_PART, '') || '/', creatureId };
}

function matchesPattern(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith('{') ? given[at] !== '' : part === given[at]))
  );
}

/** Resolves unknown paths among `declared` and `served` routes and `pages`, of which `streams` have no HEAD. */
export function unknownRouteResolver(
  declared: readonly Route[],
  served: readonly Route[],
  pages: readonly string[],
  streams: readonly string[] = [],
): UnknownRouteResolver {
  const pageAt = (path: string) => pages.find((page) => matchesPattern(page, path));
  const routeAt = (method: string, path: string) =>
    served.find((route) => route.method === method && matchesPattern(route.path, path));

  return (method, path, search, body) => {
    // A long path is not compared with every route, which would take long.
    if (path.length > LONGEST_PATH) return { problem: new ProblemError('no_such_route', {}) };
    const asked = method === 'HEAD' ? 'GET' : method;
    const plain = PLAIN_PATH.test(path);
    const bare = plain ? path.replace(TRAILING_SLASH, '') : path;
    const isServed = routeAt(asked, bare) !== undefined || (asked === 'GET' && pageAt(bare) !== undefined);
    if (bare !== path && isServed) return { redirect: withSearch(bare, search) };
    // A DELETE is only redirected for its trailing slash, never to a guessed path.
    const target = plain && asked !== 'DELETE' ? findTarget(asked, tidyPath(path)) : undefined;
    if (target !== undefined && target !== path) return { redirect: withSearch(target, search) };
    const query = Object.fromEntries(new URLSearchParams(search));
    return { problem: refusal(asked, path, { body, query }) };
  };

  function findTarget(method: string, { path, creatureId }: TidyPath): string | undefined {
    if (creatureId !== undefined) return creatureAddress(method, path, creatureId);
    // Only GET is redirected by a guess; other methods get the guess as a suggestion.
    const familiar = method === 'GET' ? familiarPath(method, path) : undefined;
    // An alias redirects any method: the 405 at its target names the right one.
    const alias = ALIASES.get(path) ?? folderAlias(path);
    if (alias !== undefined && (routeAt('GET', alias) ?? pageAt(alias)) !== undefined) return alias;
    const candidates = [path, `/api${path}`, familiar, completed(served, method, path)];
    return candidates.find(
      (candidate) =>
        candidate !== undefined &&
        (routeAt(method, candidate) !== undefined || (method === 'GET' && pageAt(candidate) !== undefined)),
    );
  }

  function creatureAddress(method: string, path: string, creatureId: string): string | undefined {
    // In a path such as `/pets/{id}/history` the last word names the operation.
    const room = `/api/house/${path.split('/').at(-1)}`;
    const candidates = [path, `/api${path}`, familiarPath(method, path), room];
    const route = candidates
      .map((each) => (each === undefined ? undefined : routeAt(method, each)))
      .find((each) => each !== undefined && 'creature_id' in fieldsOf(each.query));
    return route && `${route.path}?creature_id=${creatureId}`;
  }

  function refusal(method: string, path: string, sent: SentParts): ProblemError {
    const here = served.filter((route) => matchesPattern(route.path, path));
    const meant = here.find((route) => route.method === (method === 'GET' ? 'GET' : 'POST')) ?? here[0];
    if (meant)
      return new ProblemError('wrong_method', {
        allowed: methodsOf(here),
        meant: routeName(meant),
        way: suggestedCall(meant, method, sent),
      });
    const page = pageAt(path);
    if (page !== undefined) {
      const allowed = streams.includes(page) ? ['GET'] : ['GET', 'HEAD'];
      return new ProblemError('wrong_method', { allowed, meant: `GET ${page}` });
    }
    const closed = declared.some((route) => matchesPattern(route.path, path) && route.method === method);
    if (closed || !PLAIN_PATH.test(path)) return new ProblemError('no_such_route', closed ? { closed } : {});
    return new ProblemError('no_such_route', guess(declared, served, method, tidyPath(path), sent));
  }
}

interface SentParts {
  readonly body: unknown;
  readonly query: Readonly<Record<string, unknown>>;
}

function withSearch(target: string, search: string): string {
  const safe = search.replace(/[^!-~]/g, (odd) => encodeURIComponent(odd));
  return target + (target.includes('?') ? safe.replace('?', '&') : safe);
}

/** The route that begins with this path, if there is just one. Never a DELETE. */
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

function guess(
  declared: readonly Route[],
  served: readonly Route[],
  method: string,
  { path, creatureId }: TidyPath,
  { body, query }: SentParts,
): ProblemFacts['no_such_route'] {
  const word = path.split('/').findLast((part) => part !== '');
  const action = careActionIn(path, word);
  const familiar = familiarPath(method, path);
  const meant = action
    ? ROUTES.careForCreature
    : (declared.find(
        (route) => route.path === familiar && (route.method === method || route.method === 'POST'),
      ) ??
      declared.find((route) => route.path === familiar) ??
      nearestTo(declared, method, word));
  if (!meant) return {};
  const named = { ...(action && { action }), ...(creatureId !== undefined && { creature_id: creatureId }) };
  const sent = {
    body: isObject(body) || Object.keys(named).length > 0 ? { ...(isObject(body) && body), ...named } : body,
    query,
  };
  return {
    meant: routeName(meant),
    way: served.includes(meant) ? suggestedCall(meant, method, sent) : undefined,
  };
}

function careActionIn(path: string, word: string | undefined): Action | undefined {
  const action = ACTIONS.find((each) => each === word);
  if (action) return action;
  const synonyms: Readonly<Record<string, Action>> = ACTION_SYNONYMS;
  const inside = path.startsWith('/api/') || path.startsWith('/house/');
  return inside && word !== undefined && Object.hasOwn(synonyms, word) ? synonyms[word] : undefined;
}

function methodsOf(routes: readonly Route[]): string[] {
  const methods = routes.map(({ method }) => method);
  const readable = routes.some(({ method, noHead }) => method === 'GET' && !noHead);
  return readable ? [...methods, 'HEAD'] : methods;
}

/** The suggested operation with the sent parameters, if these are valid; otherwise the route that tells what it needs. */
function suggestedCall(route: Route, method: string, sent: SentParts): SuggestedCall | undefined {
  if (route.path.includes('{')) return undefined;
  const call = correctedCall(route, sent);
  const isWrite = method === 'GET' && route.method !== 'GET';
  // A GET is not answered with an irreversible change, nor with a change for which it sent nothing.
  if (call && !(isWrite && (route.exact || Object.keys(call.body ?? {}).length === 0))) return call;
  // A purchase may be suggested: a checkout link costs nothing.
  const { buyCredits } = ROUTES;
  if (route.operationId === buyCredits.operationId)
    return { method: buyCredits.method, endpoint: buyCredits.path, body: buyCredits.example };
  const look = LOOKS.get(route.operationId) ?? (isWrite ? ROUTES.whoAmI : undefined);
  return look && { method: 'GET', endpoint: look.path, isLook: true };
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
  return route.operationId.replaceAll('_', '-') === word ? 0 : editDistance(own, word);
}

function routeName(route: Route): string {
  return `${route.method} ${route.path}`;
}

const ALIASES: ReadonlyMap<string, string> = new Map(
  PATH_ALIASES.flatMap(({ path, aliases }) => aliases.map((alias) => [alias, path])),
);

function folderAlias(path: string): string | undefined {
  const found = FOLDER_ALIASES.find(({ folder }) => path.startsWith(folder));
  return found && (found.keep ? found.path + path.slice(found.folder.length) : found.path);
}

const MEANINGS: ReadonlyMap<string, Readonly<Partial<Record<FamiliarMethod, Route>>>> = new Map(
  FAMILIAR_WORDS.flatMap(({ words, ...routes }) => words.map((word) => [word, routes])),
);

const LOOKS: ReadonlyMap<string, Route> = new Map(
  LOOK_FIRST.map(([operation, look]) => [operation.operationId, look]),
);

const API_PREFIX = /^\/(?:api\/)?(?:house\/|auth\/)?/;

function familiarPath(method: string, path: string): string | undefined {
  return MEANINGS.get(path.replace(API_PREFIX, ''))?.[BY_METHOD[method] ?? 'GET']?.path;
}

const BY_METHOD: Readonly<Record<string, FamiliarMethod>> = {
  POST: 'POST',
  PUT: 'POST',
  PATCH: 'POST',
  DELETE: 'DELETE',
};
