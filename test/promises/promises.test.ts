import { expect, test } from 'vitest';

import { brokenPromises, promisedNow, readPromises, type Promised } from './promised.ts';

const NOW = promisedNow();
const CARE = 'care_for_creature';

/** The promises with the value at a path replaced, or taken out. */
function changed(path: string, value?: unknown): Promised {
  const draft = structuredClone(NOW);
  const names = path.split('/');
  const last = names.pop() ?? '';
  let place = draft as unknown as Record<string, unknown>;
  for (const name of names) place = (place[name] ??= { type: 'string' }) as Record<string, unknown>;
  if (value === undefined) delete place[last];
  else place[last] = value;
  return draft;
}

test('every promise of the newest release is kept', () => {
  const then = readPromises();
  expect(
    brokenPromises(then, NOW),
    `${then.version} has promised this. Bring it back beside the new one (docs/use/promises.md), or, before ${then.version} is out, run "node tools/generate.ts promises".`,
  ).toEqual([]);
});

test('the promises cover routes, tools, fields and client names', () => {
  expect(Object.keys(NOW.routes).length).toBeGreaterThan(25);
  expect(Object.keys(NOW.tools).length).toBeGreaterThan(20);
  expect(NOW.routes[CARE]?.answers['creature.hunger']).toEqual({ type: 'null or number', required: true });
  expect(NOW.names['client']).toContain('connect');
});

test.each([
  'routes/who_am_i',
  `routes/${CARE}/takes/body.notes`,
  `routes/${CARE}/answers/message`,
  'tools/get_species',
])('the addition of %s breaks no promise', (path) => {
  expect(changed(path)).not.toEqual(NOW);
  expect(brokenPromises(changed(path), NOW)).toEqual([]);
});

const TAKES = `routes/${CARE}/takes/body`;
const TELLS = `routes/${CARE}/answers/creature`;
const ACTIONS = NOW.routes[CARE]?.takes['body.action']?.words ?? [];

test.each([
  ['a route that is gone', `routes/${CARE}`, undefined, 'care_for_creature: is gone'],
  ['another path', `routes/${CARE}/call`, 'POST /api/care', 'call was POST /api/house/care'],
  ['a field that is not taken', `${TAKES}.notes`, undefined, 'body.notes is not taken'],
  ['a field to be sent', `${TAKES}.item/required`, true, 'body.item has become required'],
  ['a new field to be sent', `${TAKES}.mood/required`, true, 'body.mood has become required'],
  ['a word less', `${TAKES}.action/words`, ACTIONS.slice(0, -1), 'body.action may not be reflect any more'],
  ['a shorter text', `${TAKES}.notes/most`, 10, 'body.notes may be at most 10 now'],
  ['another type to be sent', `${TAKES}.item/type`, 'number', 'body.item was string and is number'],
  ['a field that is not told', `${TELLS}.mood`, undefined, 'creature.mood is not told'],
  ['a field that may be missing', `${TELLS}.mood/required`, undefined, 'creature.mood may be missing'],
  ['a field that may be null', `${TELLS}.name/type`, 'null or string', 'was string and is null or string'],
  ['another status', 'problems/creature_asleep', 400, 'problem creature_asleep: was 409 and is 400'],
  ['a stricter limit', 'limits/care', { max: 2, windowSeconds: 20 }, 'limit care: is stricter'],
  ['a tool that is gone', `tools/${CARE}`, undefined, 'tool care_for_creature: is gone'],
  ['a migration that was edited', 'migrations/001-first', 'otherwise', 'migration 001-first: was edited'],
  ['a setting that is gone', 'names/settings', NOW.names['settings']?.slice(1), 'settings: PORT is gone'],
])('%s breaks a promise', (_, path, value, told) => {
  expect(brokenPromises(NOW, changed(path, value))).toEqual([expect.stringContaining(told)]);
});
