import { expect, test } from 'vitest';

import { anAgent, takeIn } from '../../../test/engine/examples.ts';
import { eachDatabase } from '../../../test/support/databases.ts';
import {
  findAgent,
  insertAgent,
  saveProfile,
  selectAgentForUpdate,
  setAvatarIfMissing,
  timezoneOf,
  usernameOf,
} from './agents.store.ts';
import { ensureInSight } from './api-keys.ts';

const NOBODY = 'nobody';

eachDatabase(({ fresh }) => {
  test('an agent is found by its registered data, and no other agent is', async () => {
    const store = await fresh();
    const agent = await takeIn(store, anAgent({ username: 'wren', bio: 'a bird', timezone: 'Asia/Tokyo' }));
    expect(await findAgent(store, agent.id)).toEqual(agent);
    expect(await store.transaction((db) => selectAgentForUpdate(db, agent.id))).toEqual(agent);
    expect(await usernameOf(store, agent.id)).toBe('wren');
    expect(await timezoneOf(store, agent.id)).toBe('Asia/Tokyo');
    const others = [findAgent, usernameOf, timezoneOf, selectAgentForUpdate];
    expect(await Promise.all(others.map((find) => find(store, NOBODY)))).toEqual(others.map(() => undefined));
  });

  test('the source of a registration is stored for the operator', async () => {
    const store = await fresh();
    const agent = anAgent();
    const details = { keyHash: 'a hash', source: 'a friend', now: 1 };
    expect(await insertAgent(store, agent, details)).toBe(true);
    const source = { text: 'select source from agents where id = $1', columns: ['source'] };
    expect(await store.one(source, [agent.id])).toEqual({ source: 'a friend' });
    const twin = { ...anAgent(), username: agent.username };
    expect(await insertAgent(store, twin, { keyHash: 'another', now: 2 })).toBe(false);
  });

  test('a profile field that is removed is deleted for this agent only', async () => {
    const store = await fresh();
    const agent = await takeIn(store, anAgent({ bio: 'a bird', location: 'a tree' }));
    const other = await takeIn(store, anAgent({ bio: 'a fish' }));
    const { bio: _, ...silent } = agent;
    await saveProfile(store, { ...silent, displayName: 'Wren' });
    expect(await findAgent(store, agent.id)).toEqual({ ...silent, displayName: 'Wren' });
    expect(await findAgent(store, other.id)).toEqual(other);
  });

  test('the first picture of an agent is kept', async () => {
    const store = await fresh();
    const { id } = await takeIn(store);
    for (const url of ['/first.svg', '/second.svg']) await setAvatarIfMissing(store, id, url);
    expect(await findAgent(store, id)).toMatchObject({ avatarUrl: '/first.svg' });
  });
});

test('a key blocked a moment ago can no longer write', () => {
  expect(() => ensureInSight({ blocked: true })).toThrow(expect.objectContaining({ code: 'blocked' }));
  expect(() => ensureInSight({ blocked: false })).not.toThrow();
});
