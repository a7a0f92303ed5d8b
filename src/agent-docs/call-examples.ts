import { ROUTES, SANDBOX_ROUTES } from '../contract/routes.ts';
import type { Auth, Route } from '../contract/server/route.ts';
import { curl, SHELL_VARIABLES } from './curl.ts';
import { EXAMPLE_OPTIONS } from './operations.ts';
import type { DocsSite } from './site.ts';

/** One call in every language it can be made in, to be copied as it stands. */
export interface CallExamples {
  readonly curl: string;
  /** With `arkhouse/client`; undefined for a row that the client does not know. */
  readonly typescript: string | undefined;
  /** As a message to /mcp; undefined for what is no tool. */
  readonly mcp: string | undefined;
}

type ExampleSite = Pick<DocsSite, 'origin'>;

/** The example of an operation; `tool` is the name it has as one. */
export function callExamples(site: ExampleSite, route: Route, tool: string | undefined): CallExamples {
  return {
    curl: curl(site, route, EXAMPLE_OPTIONS.get(route)),
    typescript: clientExample(site, route),
    mcp: tool === undefined ? undefined : toolExample(route, tool),
  };
}

const CLIENT_NAMES: ReadonlyMap<Route, string> = new Map(
  Object.entries<Route>({ ...ROUTES, ...SANDBOX_ROUTES }).map(([name, route]) => [route, name]),
);

const KEY_OPTION: Partial<Record<Auth, string>> = {
  required: `, { key: ${environmentName(SHELL_VARIABLES.key)} }`,
  admin: `, { key: ${environmentName(SHELL_VARIABLES.adminKey)} }`,
};

function clientExample({ origin }: ExampleSite, route: Route): string | undefined {
  const name = CLIENT_NAMES.get(route);
  if (name === undefined) return undefined;
  const { params, query, body = route.example } = EXAMPLE_OPTIONS.get(route) ?? {};
  const parts = Object.entries({ params, query, body }).filter(([, part]) => part !== undefined);
  const sent = parts.length === 0 ? '' : literal(Object.fromEntries(parts), '');
  const key = KEY_OPTION[route.auth] ?? '';
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

/** A value as TypeScript writes it; what everybody has their own of comes from the environment. */
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

function toolExample(route: Route, tool: string): string {
  const { params, query, body = route.example, once } = EXAMPLE_OPTIONS.get(route) ?? {};
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: tool,
      arguments: {
        ...params,
        ...query,
        ...(body as object | undefined),
        ...(once && { idempotency_key: SHELL_VARIABLES.once }),
      },
    },
  };
  return JSON.stringify(message, undefined, 2);
}
