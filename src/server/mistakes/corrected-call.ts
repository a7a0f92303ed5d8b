import { ROUTES } from '../../api/routes.ts';
import { fieldsOf, ourNameFor } from '../../api/fields.ts';
import { buildPath, isStepRoute, type Route } from '../../api/route.ts';
import type { InvalidField, SuggestedCall } from '../../rules/problem.ts';
import type { Action } from '../../rules/vocabulary.ts';
import { checkInput } from '../parse-request.ts';
import { familyIn, isObject, unwrapped } from './misread-values.ts';

type Sent = Readonly<Record<string, unknown>>;

/**
 * The corrected request, built only from what the caller sent: fields renamed to ours, and values that do not fit replaced
 * or removed. Undefined when the result is still invalid.
 */
export function correctedCall(
  route: Route,
  raw: { readonly body: unknown; readonly query: unknown; readonly params?: unknown },
  misfits: readonly InvalidField[] = [],
): SuggestedCall | undefined {
  if (!isStepRoute(route)) return undefined;
  const part = route.body ? 'body' : 'query';
  // Fields of the body win over those of the query.
  const inner = unwrapped(raw.body, (name) => ourNameFor(route, part, name) !== undefined);
  const given = { ...(isObject(raw.query) && raw.query), ...(isObject(inner) && inner) };
  const first = { ...derived(route, given), ...renamed(route, part, given) };
  const params = raw.params ?? {};
  const found = checkInput(route, { body: undefined, query: {}, [part]: first, params }).misfits;
  // Missing fields are not counted as misfits: they may have been found under another name.
  const refused = misfits.filter(
    ({ field, nearest }) => nearest !== undefined || (isObject(raw[part]) && field in raw[part]),
  );
  const fixed = withoutMisfits(first, [...found, ...refused]);
  if (checkInput(route, { body: undefined, query: {}, [part]: fixed, params }).misfits.length > 0)
    return undefined;
  const path = buildPath(route, params as Readonly<Record<string, string>>);
  if (!isShort(fixed)) return undefined;
  if (part === 'body') return { method: route.method, endpoint: path, body: fixed };
  const query = new URLSearchParams(Object.entries(fixed).map(([name, value]) => [name, String(value)]));
  return { method: route.method, endpoint: query.size > 0 ? `${path}?${query}` : path };
}

const LONGEST_SUGGESTION = 6000;

/** True if the request is short enough to be suggested; false also for values nested too deep for JSON.stringify. */
function isShort(sent: Sent): boolean {
  try {
    return JSON.stringify(sent).length <= LONGEST_SUGGESTION;
  } catch {
    return false;
  }
}

/** Renames fields to the route's names, also on routes that take exact names only, since the result is just a suggestion. */
function renamed(route: Route, part: 'body' | 'query', given: Sent): Sent {
  const fields = fieldsOf(route[part]);
  const present = Object.entries(given).filter(([, value]) => value !== null);
  const own = present.filter(([name]) => Object.hasOwn(fields, name));
  const others = present.flatMap(([name, value]) => {
    const to = ourNameFor(route, part, name);
    return to === undefined ? [] : [[to, value] as const];
  });
  return Object.fromEntries([...others, ...own]);
}

function withoutMisfits(given: Sent, misfits: readonly InvalidField[]): Sent {
  const fixed = new Map(Object.entries(given));
  for (const { field, nearest } of misfits) {
    const [name = ''] = field.split('.');
    if (nearest === undefined) fixed.delete(name);
    else fixed.set(name, nearest);
  }
  return Object.fromEntries(fixed);
}

/** Fields that follow from the names of others. */
function derived(route: Route, given: Sent): Sent {
  if (route.operationId === ROUTES.careForCreature.operationId) {
    const action = Object.keys(given)
      .map((name) => IMPLIED[name])
      .find((each) => each !== undefined);
    return action ? { action } : {};
  }
  const species = given['species_slug'] ?? given['species'];
  if (route.operationId !== ROUTES.adoptCreature.operationId || typeof species !== 'string') return {};
  const family = familyIn(species);
  return {
    ...(family && { family }),
    // The suggested name of a creature is that of its species, if none was sent.
    name: species.slice(0, 1).toUpperCase() + species.slice(1).replaceAll('_', ' '),
  };
}

const IMPLIED: Readonly<Record<string, Action>> = {
  food: 'feed',
  meal: 'feed',
  toy: 'play',
  medicine: 'medicine',
  medicine_name: 'medicine',
};
