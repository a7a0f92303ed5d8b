import { expect, test } from 'vitest';

import { shareByFunction, shareByFolder } from '../../tools/bench/profile.ts';

const call = (id: number, functionName: string, url: string, children: number[] = []) => ({
  id,
  callFrame: { functionName, url, lineNumber: 6 },
  children,
});

/** Node calls the server, which calls the rules, which call a native sort; then the process is idle. */
const PROFILE = {
  nodes: [
    call(1, '(root)', '', [2, 6, 7]),
    call(2, 'emit', 'node:events', [3]),
    call(3, 'answer', 'file:///arkhouse/src/server/answer.ts', [4, 8]),
    call(4, 'observe', 'file:///arkhouse/src/rules/lives/observe.ts', [5]),
    call(5, 'sort', ''),
    call(6, '(garbage collector)', ''),
    call(7, '(idle)', ''),
    call(8, 'route', 'file:///arkhouse/node_modules/@fastify/one/src/route.js'),
  ],
  samples: [4, 2, 3, 4, 5, 8, 6, 7],
  timeDeltas: [9_000_000, 12, 20, 30, 20, 10, 8, 500],
};
const LAST_MS = 0.6;
const percentOf = (shares: ReturnType<typeof shareByFolder>) =>
  shares.map(({ name, own, whole }) => [name, Math.round(100 * own), Math.round(100 * whole)]);

test('a folder is charged for the code it calls, the total of a function includes all it calls, and earlier samples are ignored', () => {
  expect(percentOf(shareByFolder(PROFILE, LAST_MS))).toEqual([
    ['rules', 30, 50],
    ['server', 20, 30],
    ['node', 12, 12],
    ['GC', 8, 8],
    ['native', 20, 0],
    ['@fastify/one', 10, 0],
  ]);
  expect(percentOf(shareByFunction(PROFILE, LAST_MS))).toEqual([
    ['answer server/answer.ts:7', 20, 80],
    ['observe rules/lives/observe.ts:7', 30, 50],
  ]);
});
