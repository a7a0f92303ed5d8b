import { fieldsOf } from './fields.ts';
import type { RequestPartName, Route } from './route.ts';

/** The name we have for what somebody calls otherwise: in another case, or by a word of its own. */
export function ourNameFor(route: Route, part: RequestPartName, name: string): string | undefined {
  const known = namesOf(route)[part];
  const plain = snakeCase(name);
  if (known.has(plain)) return plain;
  const { aliases = {} } = route;
  const to = Object.hasOwn(aliases, plain) ? aliases[plain] : undefined;
  return to !== undefined && known.has(to) ? to : undefined;
}

/** A name as ours are written. */
export function snakeCase(name: string): string {
  return name
    .slice(0, 60)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
}

type FieldNames = Readonly<Record<RequestPartName, ReadonlySet<string>>>;

const NAMES = new WeakMap<Route, FieldNames>();

/** Our own names for the fields of a request. */
export function namesOf(route: Route): FieldNames {
  const known = NAMES.get(route);
  if (known) return known;
  const names = {
    body: new Set(Object.keys(fieldsOf(route.body))),
    query: new Set(Object.keys(fieldsOf(route.query))),
    params: new Set(Object.keys(fieldsOf(route.params))),
  };
  NAMES.set(route, names);
  return names;
}
