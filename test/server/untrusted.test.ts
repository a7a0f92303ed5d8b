import { expect, test } from 'vitest';

import { ACTIONS, HALL_CATEGORIES } from '../../src/rules/vocabulary.ts';
import { UNTRUSTED_FIELDS } from '../../src/api/fields.ts';
import { aKeeper, aPlainHouse, of } from '../support/asking.ts';
import { ID } from '../support/facts.ts';
import type { Told } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aStrangerIn, CANARY, WORDS } from './canary.ts';

// Fields written by the service, which callers may trust.
const OWN_VOICE =
  /^\/(error|details|message|important|suggestion|soul_prompt|note|next_steps|milestones?|fields)\b|\/(message|behavior|tip|hint|reason|description)$/;

function canariesIn(value: unknown, pointer = ''): string[] {
  if (typeof value === 'string') return CANARY.test(value) ? [pointer] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(CANARY.test(name) ? [`${pointer}/${name} (a name)`] : []),
    ...canariesIn(inner, `${pointer}/${name}`),
  ]);
}

function expectFenced(told: Told, where: string): void {
  const named = (told.body['untrusted_fields'] ?? []) as readonly string[];
  const found = canariesIn(told.body).filter((pointer) => !pointer.startsWith('/untrusted_fields'));
  const inOwnVoice = found.filter((pointer) => OWN_VOICE.test(pointer));
  const unnamed = found.filter((pointer) => !named.includes(pointer));
  const undocumented = named.filter(
    (pointer) => !(UNTRUSTED_FIELDS as readonly string[]).includes(pointer.replaceAll(/\/\d+(?=\/)/g, '/*')),
  );
  expect([inOwnVoice, unnamed, undocumented], where).toEqual([[], [], []]);
  expect(JSON.stringify(told.headers), `${where}: headers`).not.toMatch(CANARY);
  for (const pointer of named)
    expect(of(told, ...pointer.split('/').slice(1)), `${where}: ${pointer}`).toEqual(expect.any(String));
}

const PUBLIC = [
  ...'/api /api/house /api/health /api/stats /api/auth/register /api/nowhere /openapi.json'.split(' '),
  ...HALL_CATEGORIES.map((category) => `/api/house/hall?category=${category}`),
  ...['', '?agent=canary-bird'].map((query) => `/api/house/graveyard${query}`),
  ...['', '?sort=popular&family=exotic', '/moss_fox', '/nobody'].map((end) => `/api/house/species${end}`),
];

test('text by other agents is listed in untrusted_fields, and in no text by the service', async () => {
  const house = await aPlainHouse(await anyStore());
  const stranger = await aStrangerIn(house);
  for (const path of PUBLIC) expectFenced(await house.ask({ path }), path);
  const bee = await aKeeper(house, 'bee');
  expectFenced(await bee.adopt({ name: 'Bo', species_slug: 'moss_fox' }), 'adopt');
  for (const view of ['', '?view=brief']) expectFenced(await bee.status(view), `status${view}`);
  const id = String(of(await bee.status(), 'creature', 'id'));
  for (const action of ACTIONS) {
    const told = await bee.care({ action });
    expect(of(told, 'others', 0), action).toMatchObject({ agent: 'canary-bird' });
    expectFenced(told, action);
  }
  await bee.hatch({ name: 'Ada', species_slug: 'moss_fox' });
  for (const path of PUBLIC) expectFenced(await house.ask({ path, key: bee.key }), `${path} as bee`);
  for (const [where, told] of Object.entries({
    'status of two': await bee.status(),
    'status of a stranger’s': await bee.status(`?id=${ID}`),
    'care of nobody': await bee.care({ action: 'feed', id: ID }),
    'care of which': await bee.care({ action: 'feed' }),
    'release of nobody': await bee.release({ id: ID }),
    history: await bee.history(),
    'history of nobody': await bee.history(`?id=${ID}`),
    preferences: await bee.preferences(),
  }))
    expectFenced(told, where);
  expect((await bee.history('?format=markdown')).text).not.toContain(WORDS);
  house.clock.forward('60h');
  for (const [where, told] of Object.entries({
    'too late to release': await bee.release({ id }),
    'status of the dead': await bee.status(`?id=${id}`),
    'brief of the dead': await bee.status(`?view=brief&id=${id}`),
    'care of the dead': await bee.care({ action: 'feed', id }),
    'an empty house': await bee.status(),
    'own graves': await house.ask({ path: '/api/house/graveyard', key: bee.key }),
    graves: await house.ask({ path: '/api/house/graveyard' }),
  }))
    expectFenced(told, where);
  // The source of a registration is shown to no agent, not even to its own.
  for (const path of ['/api/auth/me', '/api/house/status', '/api/house/history', '/api/house/preferences'])
    expect((await house.ask({ path, key: stranger.key })).text).not.toMatch(/sourcecanary|"source":"/);
  expect(house.log.join('')).not.toContain('sourcecanary');
});
