import { pathOf, type Auth, type Route } from '../contract/route.ts';
import { at, type Site } from './site.ts';

/** What stands in an example where everybody has their own. */
export const OWN = {
  key: '$KEY',
  creatureId: '$CREATURE_ID',
  token: '$TOKEN',
  adminKey: '$ADMIN_KEY',
  once: '$ONCE',
};

export interface Filling {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  /** True to name the request, so that it can be sent again. */
  readonly once?: true;
}

/** A call that can be typed as it stands, once the variables in it are set. */
export function curl(site: Pick<Site, 'origin'>, row: Route, filling: Filling = {}): string {
  const { body = row.example, query, params, once } = filling;
  const address = at(site, pathOf(row, params)) + searchOf(query);
  const words = [
    `curl${row.method === 'GET' ? '' : ` -X ${row.method}`} ${query ? `"${address}"` : address}`,
    ...(KEY_HEADER[row.auth] ?? []),
    ...(once ? [`-H "Idempotency-Key: ${OWN.once}"`] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
  ];
  return words.join(GOES_ON);
}

/** The same call without line breaks. */
export function inOneLine(call: string): string {
  return call.replaceAll(GOES_ON, ' ');
}

const GOES_ON = ' \\\n  ';

const KEY_HEADER: Partial<Record<Auth, readonly string[]>> = {
  required: [`-H "x-api-key: ${OWN.key}"`],
  admin: [`-H "x-admin-key: ${OWN.adminKey}"`],
};

// Not encoded: the only odd characters in an example are those of a variable.
function searchOf(query: Readonly<Record<string, string>> | undefined): string {
  if (!query) return '';
  return `?${Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;
}

/** JSON as one word of a shell, in which a variable is still a variable. */
function quoted(body: unknown): string {
  const json = JSON.stringify(body);
  return json.includes('$')
    ? `"${json.replaceAll('"', '\\"')}"`
    : `'${json.replaceAll("'", String.raw`'\''`)}'`;
}
