import { expect, test } from 'vitest';

import { takeIn } from '../../../test/engine/examples.ts';
import { eachDatabase } from '../../../test/support/databases.ts';
import { findAgent, setAvatarIfMissing } from './agents.store.ts';
import { ensureInSight } from './api-keys.ts';

eachDatabase(({ fresh }) => {
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
