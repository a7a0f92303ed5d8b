import { CATALOG } from '../../rules/species/catalog.ts';
import { type Auth, buildPath, type Route } from '../../api/route.ts';
import { ROUTES, SANDBOX_ROUTES } from '../../api/routes.ts';

export interface ExampleSite {
  /** The server's origin, without a slash at its end. */
  readonly origin: string;
}

const SHELL_VARIABLES = {
  creatureId: '$CREATURE_ID',
  sitterId: '$SITTER_ID',
  token: '$TOKEN',
  once: '$ONCE',
};

/** The header of a key, and the shell variable that holds it. */
const KEYS: Partial<Record<Auth, readonly [header: string, variable: string]>> = {
  required: ['x-api-key', '$KEY'],
  admin: ['x-admin-key', '$ADMIN_KEY'],
};

export interface CurlOptions {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly once?: true;
  /** For routes that need none. */
  readonly withoutBody?: true;
}

export function curl({ origin }: ExampleSite, row: Route, options: CurlOptions = {}): string {
  const { body = row.example, query, params, once, withoutBody = false } = options;
  const key = KEYS[row.auth];
  // The query is not encoded: its only special characters are those of shell variables.
  const asked = Object.entries(query ?? {}).map((pair) => pair.join('='));
  const path = buildPath(row, params).replaceAll('%24', '$');
  const address = `${origin}${path}${query ? '?' : ''}${asked.join('&')}`;
  const words = [
    `curl${row.method === 'GET' ? '' : ` -X ${row.method}`} ${query ? `"${address}"` : address}`,
    ...(key ? [`-H "${key.join(': ')}"`] : []),
    ...(row.tag === 'Sandbox' ? ['-H "X-Sandbox-Token: $(cat data/sandbox-token)"'] : []),
    ...(once ? [`-H "Idempotency-Key: ${SHELL_VARIABLES.once}"`] : []),
    ...(body === undefined || withoutBody
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellQuote(body)}`]),
  ];
  return words.join(LINE_CONTINUATION);
}

export function inOneLine(call: string): string {
  return call.replaceAll(LINE_CONTINUATION, ' ');
}

const LINE_CONTINUATION = ' \\\n  ';

/** JSON quoted for a shell, so that a variable in it is still expanded. */
function shellQuote(body: unknown): string {
  const json = JSON.stringify(body);
  if (json.includes('$')) return `"${json.replaceAll('"', '\\"')}"`;
  return `'${json.replaceAll("'", String.raw`'\''`)}'`;
}

export const EXAMPLE_OPTIONS: ReadonlyMap<Route, CurlOptions> = new Map<Route, CurlOptions>([
  [ROUTES.registerAgent, { once: true }],
  [ROUTES.getCreatureStatus, { query: { view: 'brief' } }],
  [ROUTES.releaseCreature, { body: { creature_id: SHELL_VARIABLES.creatureId } }],
  [ROUTES.resurrectCreature, { body: { creature_id: SHELL_VARIABLES.creatureId } }],
  [ROUTES.revokeSitter, { params: { id: SHELL_VARIABLES.sitterId } }],
  [ROUTES.getSpecies, { params: { slug: CATALOG[0]?.slug ?? '' } }],
  [ROUTES.getCalendar, { query: { token: SHELL_VARIABLES.token } }],
]);

export interface CallExamples {
  readonly curl: string;
  /** TypeScript example; undefined for routes that `arkhouse/client` does not have. */
  readonly typescript: string | undefined;
  readonly mcp: string | undefined;
}

export function callExamples(site: ExampleSite, route: Route, isTool: boolean): CallExamples {
  return {
    curl: curl(site, route, EXAMPLE_OPTIONS.get(route)),
    typescript: clientExample(site, route),
    mcp: isTool ? toolExample(route) : undefined,
  };
}

const CLIENT_NAMES: ReadonlyMap<Route, string> = new Map(
  Object.entries<Route>({ ...ROUTES, ...SANDBOX_ROUTES }).map(([name, route]) => [route, name]),
);

function clientExample({ origin }: ExampleSite, route: Route): string | undefined {
  const name = CLIENT_NAMES.get(route);
  if (name === undefined) return undefined;
  const { params, query, body = route.example } = EXAMPLE_OPTIONS.get(route) ?? {};
  const parts = Object.entries({ params, query, body }).filter(([, part]) => part !== undefined);
  const sent = parts.length === 0 ? '' : literal(Object.fromEntries(parts), '');
  const [, variable] = KEYS[route.auth] ?? [];
  const key = variable === undefined ? '' : `, { key: ${environmentName(variable)} }`;
  const isSandbox = name in SANDBOX_ROUTES;
  const usesEnvironment = isSandbox || key !== '' || sent.includes('env.');
  return [
    ...(usesEnvironment ? [importLine('env', 'node:process')] : []),
    importLine(isSandbox ? 'createSandboxClient, httpTransport' : 'connect', 'arkhouse/client'),
    '',
    isSandbox
      ? `const house = createSandboxClient(httpTransport('${origin}', undefined, env.ARKHOUSE_SANDBOX_TOKEN));`
      : `const house = connect('${origin}'${key});`,
    `const reply = await house.${name}(${sent});`,
  ].join('\n');
}

function importLine(names: string, place: string): string {
  return `import { ${names} } from ${singleQuoted(place)};`;
}

const WIDTH = 60;

function literal(value: unknown, indent: string): string {
  if (typeof value === 'string')
    return value.startsWith('$') ? `${environmentName(value)} ?? ''` : singleQuoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const deeper = `${indent}  `;
  const entries = Object.entries(value).map(
    ([name, each]) => `${isList ? '' : `${name}: `}${literal(each, deeper)}`,
  );
  const pad = isList ? '' : ' ';
  const line = `${open}${pad}${entries.join(', ')}${pad}${close}`;
  if (line.length <= WIDTH && !line.includes('\n')) return line;
  return [open, ...entries.map((entry) => `${deeper}${entry},`), `${indent}${close}`].join('\n');
}

function environmentName(variable: string): string {
  return `env.${variable.slice(1)}`;
}

function singleQuoted(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1);
  return `'${inside.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
}

function toolExample(route: Route): string {
  const { params, query, body = route.example, once } = EXAMPLE_OPTIONS.get(route) ?? {};
  const key = once && { idempotency_key: SHELL_VARIABLES.once };
  const sent = { ...params, ...query, ...(body as object | undefined), ...key };
  const call = { name: route.operationId, arguments: sent };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }, undefined, 2);
}
