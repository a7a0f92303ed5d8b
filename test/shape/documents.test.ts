import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { codeOf, SOURCES } from './sources.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { SETTINGS } from '../../src/config/settings.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const TOOLS = read('tools/tool.ts');
const pagesIn = (folder: string) =>
  readdirSync(new URL(folder, ROOT))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}${file}`);
const DECISIONS = pagesIn('docs/decisions/');
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'deploy/README.md',
  ...['docs/', 'docs/use/', 'docs/run/', 'docs/build/'].flatMap(pagesIn),
  ...DECISIONS,
];

test.each(Object.entries(SETTINGS))(
  'docs/run/settings.md tells what %s is for (npm run tool settings writes it)',
  (name, [, meaning]) => {
    const row = read('docs/run/settings.md')
      .split('\n')
      .find((line) => line.startsWith(`| \`${name}\` `));
    expect(row).toContain(meaning);
  },
);

// Those of a model service are read by what they have in common: `${service}_URL`.
test.each(Object.keys(SETTINGS))('%s is read somewhere', (name) => {
  const others = SOURCES.filter(({ path }) => path !== 'config/settings.ts').map(codeOf);
  const common = `}${name.slice(name.indexOf('_'))}\``;
  expect(others.some((text) => text.includes(name) || text.includes(common))).toBe(true);
});

test.each(DOCUMENTS)('every file and script that %s names is there', (path) => {
  const text = read(path);
  const files = [
    ...text.matchAll(
      /`((?:src|test|tools|docs|rules|api|features|server|db|text|web|config|cli|outside|artist|jobs|mcp)\/[\w./-]+\.(?:ts|md|sql|json))`/g,
    ),
  ];
  for (const [, file = ''] of files) {
    expect(existsSync(new URL(file, ROOT)) || existsSync(new URL(`src/${file}`, ROOT)), file).toBe(true);
  }
  // The changelog names the scripts of its time.
  if (path === 'CHANGELOG.md') return;
  for (const [, script = ''] of text.matchAll(/npm run (\w[\w:-]*)/g))
    expect(packageJson.scripts).toHaveProperty([script]);
  for (const [, tool = ''] of text.matchAll(/npm run tool (?:-- )?([a-z][\w-]*)/g))
    expect(TOOLS, tool).toMatch(new RegExp(`^  '?${tool}'?: \\[`, 'm'));
});

test.each(Object.keys(packageJson.devDependencies))(
  '%s is explained in docs/build/dependencies.md',
  (name) => {
    expect(read('docs/build/dependencies.md')).toContain(`\`${name}\``);
  },
);

test.each(Object.entries(packageJson.devDependencies))('%s is pinned at %s', (_, version) => {
  expect(version).toMatch(/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/);
});

test.each(DECISIONS)('%s has at most 16 lines', (path) => {
  expect(read(path).trim().split('\n').length).toBeLessThanOrEqual(16);
});

const PERSONIFIED = /\b(?:whoever|whomever|nobody|somebody|anybody|everybody|bears? with)\b/i;

test.each(['src', 'test', 'tools'])('comments of %s name the mechanism instead of persons', (folder) => {
  const root = new URL(`../../${folder}/`, import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  const comments = files.flatMap((path) =>
    [...readFileSync(new URL(path, root), 'utf8').matchAll(/^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm)].map(
      ([comment]) => `${path}: ${comment.trim()}`,
    ),
  );
  expect(comments.filter((comment) => PERSONIFIED.test(comment))).toEqual([]);
});
