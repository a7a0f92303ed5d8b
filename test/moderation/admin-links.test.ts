import { expect, test } from 'vitest';

import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { ADMIN_KEY, anOperatedHouse, posted, signedIn } from './desk.ts';

eachDatabase(({ fresh }) => {
  test('without a name the ledger lists the latest movements of all agents, with links to the accounts', async () => {
    const house = await anOperatedHouse(await fresh());
    const operator = await signedIn(house);
    expect((await operator.look('/admin/ledger')).text).toContain('No credit movements yet.');
    for (const [nth, username] of ['ada', 'bea'].entries()) {
      const { id } = await aResidentOf(house, username);
      house.clock.forward('1m');
      await house.house.store.transaction((db) =>
        moveCredits(db, {
          agentId: id,
          delta: 100 + nth,
          kind: 'purchase',
          key: `sale-${nth}`,
          id: house.house.random.id(),
          now: house.clock.now(),
        }),
      );
    }
    const { text } = await operator.look('/admin/ledger');
    const [bea, ada] = ['bea', 'ada'].map((name) => text.indexOf(`<a href="/admin/ledger?agent=${name}">`));
    expect(bea).toBeGreaterThan(0);
    expect(ada).toBeGreaterThan(bea ?? 0);
  });

  test('the audit log links to the agents, creatures and species it names', async () => {
    const house = await anOperatedHouse(await fresh());
    const ada = await aResidentOf(house, 'ada');
    const id = await hatchFor(house, ada, { name: 'Bo' });
    const operator = await signedIn(house);
    await operator.send('/admin/hide', { writing: 'creature_name', subject: id, reason: 'rude' });
    await operator.send('/admin/block', { username: 'ada', reason: 'ruder' });
    const { text } = await operator.look('/admin/log');
    expect(text).toContain(`<a href="/creatures/${id}">${id}</a>`);
    expect(text.match(/<a href="\/admin\/words\?agent=ada">ada<\/a>/g)).toHaveLength(2);
  });
});

test('an invalid key is reported next to its field', async () => {
  const house = await anOperatedHouse(await anyStore());
  const { text } = await posted(house, '/admin/login', { key: `${ADMIN_KEY}x` });
  expect(text).toMatch(/<input id="key"[^>]* aria-invalid="true" aria-describedby="key-problem"/);
  expect(text).toMatch(/<p id="key-problem"[^>]*>Wrong key/);
  expect((await house.ask({ path: '/admin' })).text).not.toContain('aria-describedby');
});

test('the operator page explains how its figures relate to the public ones', async () => {
  const house = await anOperatedHouse(await anyStore());
  const operator = await signedIn(house);
  expect((await operator.look('/admin')).text).toContain('/api/stats show the same.');
  await aResidentOf(house, 'test-er');
  expect((await operator.look('/admin')).text).toContain('/api/stats count them too');
});
