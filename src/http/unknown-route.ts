import type { Route } from '../contract/route.ts';
import { ACTIONS } from '../core/vocabulary.ts';
import { Problem } from '../core/problem.ts';

/** Where a request that matched no route should have gone: elsewhere, or nowhere. */
export type Way = { readonly redirect: string } | { readonly problem: Problem };

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
]);

const PLAIN_PATH = /^\/[a-z0-9/_.-]*$/i;
const LONGEST_PATH = 300;

/** Shows lost requests the way. `declared` is all there will be, `served` what is open now, `pages` what is no operation. */
export function wayfinder(declared: readonly Route[], served: readonly Route[], pages: readonly string[]) {
  const leadsSomewhere = (method: string, path: string): boolean =>
    served.some((route) => answers(route, method) && matches(route, path)) ||
    (method === 'GET' && pages.includes(path));

  return (method: string, path: string, search: string): Way => {
    // No route is that long, and comparing it with each would take its time.
    if (path.length > LONGEST_PATH) return { problem: new Problem('no_such_route', {}) };
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
    const candidates = [ALIASES.get(current), current, `/api${current}`, completed(method, current)];
    return candidates.find((candidate) => candidate !== undefined && leadsSomewhere(method, candidate));
  }

  /** The one route a cut-off path was going to be, if there is just one. Nothing is ever deleted by a guess. */
  function completed(method: string, path: string): string | undefined {
    if (method === 'DELETE' || served.some((route) => matches(route, path))) return undefined;
    const depth = path.split('/').length;
    const longer = served
      .filter((route) => answers(route, method) && route.path.startsWith(path) && !route.path.includes('{'))
      .filter((route) => route.path.split('/').length <= depth + 1)
      .map((route) => route.path)
      .toSorted((one, other) => one.length - other.length);
    const [nearest] = longer;
    return longer.every((each) => nearest !== undefined && each.startsWith(nearest)) ? nearest : undefined;
  }

  function refusal(method: string, path: string): Problem {
    const here = served.filter((route) => matches(route, path));
    const [first] = here;
    if (first) {
      return new Problem('wrong_method', { allowed: here.map((route) => route.method), meant: name(first) });
    }
    const closed = declared.some((route) => matches(route, path) && answers(route, method));
    const words = path.toLowerCase().split('/').filter(Boolean);
    const careAction = path.startsWith('/api/')
      ? ACTIONS.find((action) => action === words.at(-1))
      : undefined;
    const meant = careAction
      ? 'POST /api/house/care'
      : closed
        ? undefined
        : nearestTo(declared, method, words.at(-1));
    return new Problem('no_such_route', { meant, careAction, closed });
  }
}

function nearestTo(routes: readonly Route[], method: string, word: string | undefined): string | undefined {
  if (word === undefined || word.length < 3) return undefined;
  const named = routes
    .map((route) => ({ route, distance: distanceTo(route, word.replaceAll('_', '-')) }))
    .filter(({ distance }) => distance <= 2)
    .toSorted((one, other) => one.distance - other.distance);
  const closest = named.filter(({ distance }) => distance === named[0]?.distance);
  const best = closest.find(({ route }) => answers(route, method)) ?? closest[0];
  return best && name(best.route);
}

function distanceTo(route: Route, word: string): number {
  const own = route.path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
  const byPath = editDistance(own, word);
  return route.operationId.replaceAll('_', '-') === word ? 0 : byPath;
}

function answers(route: Route, method: string): boolean {
  return route.method === method;
}

function matches(route: Route, path: string): boolean {
  const wanted = route.path.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith('{') ? given[at] !== '' : part === given[at]))
  );
}

function name(route: Route): string {
  return `${route.method} ${route.path}`;
}

/** Only what may stand in a header. */
function safeSearch(search: string): string {
  return search.replace(/[^!-~]/g, (odd) => encodeURIComponent(odd));
}

/** How many letters must be changed, added or dropped to make one word of the other; 9 when they are far apart. */
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
