import { buildPath, type Auth, type Route } from '../contract/server/route.ts';
import { absoluteUrl, type DocsSite } from './site.ts';

/** Shell variables in examples, for what everybody has their own of. */
export const SHELL_VARIABLES = {
  key: '$KEY',
  creatureId: '$CREATURE_ID',
  token: '$TOKEN',
  adminKey: '$ADMIN_KEY',
  once: '$ONCE',
};

export interface CurlOptions {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  /** True to send an Idempotency-Key. */
  readonly once?: true;
}

/** A call that can be typed as it stands, once the variables in it are set. */
export function curl(site: Pick<DocsSite, 'origin'>, row: Route, options: CurlOptions = {}): string {
  const { body = row.example, query, params, once } = options;
  const address = absoluteUrl(site, buildPath(row, params)) + queryString(query);
  const words = [
    `curl${row.method === 'GET' ? '' : ` -X ${row.method}`} ${query ? `"${address}"` : address}`,
    ...(KEY_HEADER[row.auth] ?? []),
    ...(row.tag === 'Sandbox' ? ['-H "X-Sandbox-Token: $(cat data/sandbox-token)"'] : []),
    ...(once ? [`-H "Idempotency-Key: ${SHELL_VARIABLES.once}"`] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${shellQuote(body)}`]),
  ];
  return words.join(LINE_CONTINUATION);
}

/** The same call without line breaks. */
export function inOneLine(call: string): string {
  return call.replaceAll(LINE_CONTINUATION, ' ');
}

const LINE_CONTINUATION = ' \\\n  ';

const KEY_HEADER: Partial<Record<Auth, readonly string[]>> = {
  required: [`-H "x-api-key: ${SHELL_VARIABLES.key}"`],
  admin: [`-H "x-admin-key: ${SHELL_VARIABLES.adminKey}"`],
};

// Not encoded: the only odd characters in an example are those of a variable.
function queryString(query: Readonly<Record<string, string>> | undefined): string {
  if (!query) return '';
  return `?${Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;
}

/** JSON quoted for a shell, so that a variable in it is still expanded. */
function shellQuote(body: unknown): string {
  const json = JSON.stringify(body);
  return json.includes('$')
    ? `"${json.replaceAll('"', '\\"')}"`
    : `'${json.replaceAll("'", String.raw`'\''`)}'`;
}
