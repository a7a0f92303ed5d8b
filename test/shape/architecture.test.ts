import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { SOURCES } from './sources.ts';

const TEXT = readFileSync(new URL('../../docs/build/architecture.md', import.meta.url), 'utf8');
const [, DIAGRAM = ''] = /```mermaid\n([\s\S]*?)```/.exec(TEXT) ?? [];

/** The files beside the rooms are one place: where everything is put together. */
function roomOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : 'start';
}

const rooms = new Set(SOURCES.map(({ path }) => roomOf(path)));

test('the picture in docs/build/architecture.md has an arrow for every import between rooms, and no other', () => {
  const arrows = SOURCES.flatMap(({ path, imports }) =>
    imports
      .filter((name) => SOURCES.some((source) => source.path === name))
      .map((name) => [roomOf(path), roomOf(name)] as const),
  )
    .filter(([from, to]) => from !== to && to !== 'rules')
    .map(([from, to]) => `${from} --> ${to}`);
  const drawn = DIAGRAM.match(/[\w-]+ --> [\w-]+/g) ?? [];
  expect(drawn.toSorted()).toEqual([...new Set(arrows)].toSorted());
});

test.each([...rooms].filter((room) => room !== 'start'))(
  'docs/build/architecture.md says what is in %s',
  (room) => {
    expect(TEXT).toContain(`| \`${room}\``);
  },
);
