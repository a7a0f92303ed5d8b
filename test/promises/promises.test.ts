import { expect, test } from 'vitest';

import { brokenPromises } from '../../tools/promises/broken-promises.ts';
import { promisedNow, type Promised } from '../../tools/promises/promised.ts';
import { readPromises } from '../../tools/promises/promises-file.ts';

const NOW = promisedNow();
const CARE = 'care_for_creature';

test('everything that the newest release promised still holds', () => {
  const then = readPromises();
  expect(
    brokenPromises(then, NOW),
    `${then.version} has promised this. Bring it back beside the new one (docs/use/promises.md), or, before ${then.version} is out, run "npm run tool promises".`,
  ).toEqual([]);
});

test('the promises cover routes, tools, fields and client names', () => {
  expect(Object.keys(NOW.routes).length).toBeGreaterThan(25);
  expect(Object.keys(NOW.tools).length).toBeGreaterThan(20);
  expect(NOW.routes[CARE]?.answers['creature.hunger']).toEqual({ type: 'null or number', required: true });
  expect(NOW.names.client).toContain('connect');
});

test('additions break no promise', () => {
  const then = changed(({ routes, names, tools }) => {
    delete routes['who_am_i'];
    delete route(routes).takes['body.notes'];
    delete route(routes).answers['message'];
    delete tools['get_species'];
    names.settings.pop();
  });
  expect(brokenPromises(then, NOW)).toEqual([]);
});

test.each<[string, (now: Draft) => unknown, string]>([
  ['a route that is gone', ({ routes }) => delete routes[CARE], 'care_for_creature: is gone'],
  ['another path', ({ routes }) => (route(routes).call = 'POST /api/care'), 'call was POST /api/house/care'],
  [
    'a field that is not taken',
    ({ routes }) => delete route(routes).takes['body.notes'],
    'body.notes is not taken',
  ],
  [
    'a field to be sent',
    ({ routes }) => (take(routes, 'item').required = true),
    'body.item has become required',
  ],
  [
    'a new field to be sent',
    ({ routes }) => (take(routes, 'mood').required = true),
    'body.mood has become required',
  ],
  [
    'a word less',
    ({ routes }) => take(routes, 'action').words?.pop(),
    'body.action may not be reflect any more',
  ],
  ['a shorter text', ({ routes }) => (take(routes, 'notes').most = 10), 'body.notes may be at most 10 now'],
  [
    'another type to be sent',
    ({ routes }) => (take(routes, 'item').type = 'number'),
    'body.item was string and is number',
  ],
  [
    'a field that is not told',
    ({ routes }) => delete route(routes).answers['creature.mood'],
    'creature.mood is not told',
  ],
  [
    'a field that may be missing',
    ({ routes }) => delete tell(routes, 'creature.mood').required,
    'creature.mood may be missing',
  ],
  [
    'a field that may be null',
    ({ routes }) => (tell(routes, 'creature.name').type = 'null or string'),
    'was string and is null or string',
  ],
  [
    'another status',
    ({ problems }) => (problems['creature_asleep'] = 400),
    'problem creature_asleep: was 409 and is 400',
  ],
  [
    'a stricter limit',
    ({ limits }) => (limits['care'] = { max: 2, windowSeconds: 20 }),
    'limit care: is stricter',
  ],
  ['a tool that is gone', ({ tools }) => delete tools[CARE], 'tool care_for_creature: is gone'],
  [
    'a migration that was edited',
    ({ migrations }) => (migrations['001-first'] = 'otherwise'),
    'migration 001-first: was edited',
  ],
  ['a setting that is gone', ({ names }) => names.settings.shift(), 'settings: PORT is gone'],
])('%s breaks a promise', (_, change, told) => {
  const broken = brokenPromises(NOW, changed(change));
  expect(broken).toEqual([expect.stringContaining(told)]);
});

type Draft = Writable<Promised>;
type Writable<T> = T extends (...given: never[]) => unknown
  ? T
  : { -readonly [Name in keyof T]: T[Name] extends object | undefined ? Writable<T[Name]> : T[Name] };

function changed(change: (draft: Draft) => unknown): Promised {
  const draft = structuredClone(NOW) as Draft;
  change(draft);
  return draft;
}

function route(routes: Draft['routes']): Draft['routes'][string] {
  const found = routes[CARE];
  if (!found) throw new Error(`${CARE} is no route`);
  return found;
}

function take(routes: Draft['routes'], name: string) {
  return (route(routes).takes[`body.${name}`] ??= { type: 'string' });
}

function tell(routes: Draft['routes'], path: string) {
  return (route(routes).answers[path] ??= { type: 'string' });
}
