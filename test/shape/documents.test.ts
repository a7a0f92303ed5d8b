import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { SETTINGS } from '../../src/config/settings.ts';
import { read, ROOT, SOURCES } from './sources.ts';

const pagesIn = (folder: string) =>
  readdirSync(new URL(folder, ROOT))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}${file}`);
const DECISIONS = pagesIn('docs/decisions/');
const DOCUMENTS = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'deploy/README.md',
  ...['docs/', 'docs/use/', 'docs/run/', 'docs/build/'].flatMap(pagesIn),
  ...DECISIONS,
];

test('docs/run/settings.md explains every setting (node tools/generate.ts settings writes it)', () => {
  const lines = read('docs/run/settings.md').split('\n');
  const isExplained = (name: string, meaning: string) =>
    lines.some((line) => line.startsWith(`| \`${name}\` `) && line.includes(meaning));
  expect(Object.entries(SETTINGS).filter(([name, { meaning }]) => !isExplained(name, meaning))).toEqual([]);
});

test('every setting is read by a source file', () => {
  const code = SOURCES.filter(({ path }) => path !== 'config/settings.ts')
    .map((source) => source.code)
    .join('\n');
  // Settings of model services are read by their common suffix: `${service}_URL`.
  const isRead = (name: string) =>
    code.includes(name) || code.includes(`}${name.slice(name.indexOf('_'))}\``);
  expect(Object.keys(SETTINGS).filter((name) => !isRead(name))).toEqual([]);
});

test.each(DOCUMENTS)('every file, script and tool named in %s exists', (path) => {
  const text = read(path);
  const files = [
    ...text.matchAll(
      /`((?:src|packages|test|tools|docs|rules|api|features|server|db|text|web|config|cli|outside|mcp)\/[\w./-]+\.(?:ts|md|sql|json))`/g,
    ),
  ];
  const exists = (file: string) => existsSync(new URL(file, ROOT));
  for (const [, file = ''] of files) expect(exists(file) || exists(`src/${file}`), file).toBe(true);
  // The changelog may name scripts that were removed later.
  if (path === 'CHANGELOG.md') return;
  for (const [, script = ''] of text.matchAll(/npm run (\w[\w:-]*)/g))
    expect(packageJson.scripts).toHaveProperty([script]);
  for (const [, tool = ''] of text.matchAll(/node (tools\/[a-z-]+\.ts)/g))
    expect(exists(tool), tool).toBe(true);
});

test('every dependency is explained in docs/build/dependencies.md', () => {
  const explained = read('docs/build/dependencies.md');
  const names = Object.keys(packageJson.devDependencies);
  expect(names.filter((name) => !explained.includes(`\`${name}\``))).toEqual([]);
});

test('a decision record has at most 16 lines', () => {
  expect(DECISIONS.filter((path) => read(path).trim().split('\n').length > 16)).toEqual([]);
});

const PERSONIFIED = /\b(?:whoever|whomever|nobody|somebody|anybody|everybody|bears? with)\b/i;

test.each(['src', 'packages', 'test', 'tools'])(
  'comments of %s name the mechanism instead of persons',
  (folder) => {
    const paths = readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' });
    const comments = paths
      .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
      .flatMap((path) => {
        const found = read(`${folder}/${path}`).matchAll(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm);
        return [...found].map(([comment]) => `${path}: ${comment.trim()}`);
      });
    expect(comments.filter((comment) => PERSONIFIED.test(comment))).toEqual([]);
  },
);
