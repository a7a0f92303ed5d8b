import { expect, test } from 'vitest';

import { moveCredits } from '../../src/features/money/ledger.store.ts';
import { aKeptHouse, of } from '../support/asking.ts';
import { anyStore } from '../support/stores/any-store.ts';

const ORIGIN = 'http://127.0.0.1:3000';

test('replies about a creature and about the agent name the page that people can open', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const body = { username: 'robin' };
  const joined = await house.ask({ method: 'POST', path: '/api/auth/register', body });
  expect(of(joined, 'agent', 'page_url')).toBe(`${ORIGIN}/agents/robin`);
  const me = await house.ask({ path: '/api/auth/me', key: wren.key });
  expect(of(me, 'agent', 'page_url')).toBe(`${ORIGIN}/agents/wren`);

  const adopted = await wren.adopt();
  const id = String(of(adopted, 'creature', 'id'));
  const page = `${ORIGIN}/creatures/${id}`;
  expect(of(adopted, 'creature', 'page_url')).toBe(page);
  const hatched = await wren.status();
  expect(of(hatched, 'creature', 'page_url')).toBe(page);
  expect(of(hatched, 'milestone', 'page_url')).toBe(page);
  expect((await house.ask({ path: `/creatures/${id}` })).status).toBe(200);
  expect((await house.ask({ path: '/agents/wren' })).status).toBe(200);
  expect((await wren.status('?view=brief')).text).not.toContain('page_url');

  const sibling = await wren.hatch({ name: 'Ada' });
  house.clock.forward('60h');
  const dead = await wren.status(`?id=${id}`);
  expect(of(dead, 'creature', 'page_url')).toBe(page);
  expect(of(dead, 'deaths', 0, 'page_url')).toBe(`${ORIGIN}/creatures/${sibling}`);
  const { store, clock } = house.house;
  const gift = { agentId: wren.id, delta: 100, kind: 'dispute_won', key: 'a gift' } as const;
  await store.transaction((db) => moveCredits(db, { ...gift, id: 'a gift', now: clock.now() }));
  expect(of(await wren.resurrect({ creature_id: id }), 'creature', 'page_url')).toBe(page);
});
