import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { SOURCES } from './sources.ts';

const TEXT = readFileSync(new URL('../../docs/build/architecture.md', import.meta.url), 'utf8');
const [, DIAGRAM = ''] = /```mermaid\n([\s\S]*?)```/.exec(TEXT) ?? [];

/** The top folder in `src`, or `start` for the files directly in it. */
function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : 'start';
}

const folders = new Set(SOURCES.map(({ path }) => folderOf(path)));

test('the diagram in docs/build/architecture.md has exactly one arrow per pair of importing folders', () => {
  const arrows = SOURCES.flatMap(({ path, imports }) =>
    imports
      .filter((name) => SOURCES.some((source) => source.path === name))
      .map((name) => [folderOf(path), folderOf(name)] as const),
  )
    .filter(([from, to]) => from !== to && to !== 'rules')
    .map(([from, to]) => `${from} --> ${to}`);
  const drawn = DIAGRAM.match(/[\w-]+ --> [\w-]+/g) ?? [];
  expect(drawn.toSorted()).toEqual([...new Set(arrows)].toSorted());
});

test('docs/build/architecture.md has a table row for every folder', () => {
  const described = (folder: string) => folder === 'start' || TEXT.includes(`| \`${folder}\``);
  expect([...folders].filter((folder) => !described(folder))).toEqual([]);
});
