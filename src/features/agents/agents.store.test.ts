import { expect, test } from 'vitest';

import { takeIn } from '../../../test/engine/examples.ts';
import { eachDatabase } from '../../../test/support/databases.ts';
import { findAgent, setAvatarIfMissing } from './agents.store.ts';

eachDatabase(({ fresh }) => {
  test('the first picture of an agent is kept', async () => {
    const store = await fresh();
    const { id } = await takeIn(store);
    for (const url of ['/first.svg', '/second.svg']) await setAvatarIfMissing(store, id, url);
    expect(await findAgent(store, id)).toMatchObject({ avatarUrl: '/first.svg' });
  });
});
