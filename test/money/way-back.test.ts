import { expect, test } from 'vitest';

import type { NextStep } from '../../src/api/fields.ts';
import { anyStore } from '../support/stores/any-store.ts';
import type { Told } from '../support/house.ts';
import { SANDBOX_HEADERS } from '../support/parts.ts';
import { aPlayHouse } from './play-house.ts';

const stepsOf = ({ body }: Told) => (body['next_steps'] ?? []) as NextStep[];

async function aDeath() {
  const house = await aPlayHouse(await anyStore());
  const ask = (path: string, body?: object, method: 'POST' | 'DELETE' = 'POST') =>
    house.ask({ ...(body && { method, body }), path, key: house.key, headers: SANDBOX_HEADERS });
  const { body } = await ask('/api/house/adopt', { name: 'Bo', species_slug: 'owl' });
  const { id } = body['creature'] as { id: string };
  await ask(`/api/house/status?creature_id=${id}`);
  house.clock.forward('4d');
  const actions = async (path: string) => stepsOf(await ask(path)).map(({ action }) => action);
  return { house, id, ask, actions, follow: (step?: NextStep) => ask(step?.endpoint ?? '', step?.body) };
}

test('following the first step after a death brings the creature back', async () => {
  const { house, id, ask, follow } = await aDeath();
  const credits = { path: '/api/house/credits', headers: SANDBOX_HEADERS };
  const fresh = await house.ask({ ...credits, key: await house.registered('new') });
  expect(stepsOf(fresh)[0]).toMatchObject({ action: 'buy_credits', body: { pack: '100' } });
  const own = ['/api/house/status', `/api/house/status?creature_id=${id}`];
  for (const path of own) {
    const steps = stepsOf(await ask(path));
    const actions = steps.map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['buy_credits', 'resurrect']);
    expect(actions).toContain('visit_graveyard');
    expect(steps[0]?.body).toEqual({ pack: '100' });
  }
  const bought = await follow(stepsOf(await ask('/api/house/status'))[0]);
  await house.click(new URL(String(bought.body['checkout_url'])));
  for (const path of [...own, '/api/house/credits', '/api/auth/me', '/api/house/graveyard'])
    expect(stepsOf(await ask(path))[0]).toMatchObject({ action: 'resurrect', body: { creature_id: id } });
  const back = await follow(stepsOf(await ask('/api/house/credits'))[0]);
  expect(back).toMatchObject({ status: 200, body: { success: true, credits_remaining: 0 } });
});

test('caring for or releasing a dead creature reports its death, and how to resurrect it', async () => {
  const { id, ask } = await aDeath();
  const told = {
    error: 'No living creature found',
    suggestion: expect.stringMatching(
      /^Bo died of being left alone .* ago\. It can be brought back .* credits/,
    ),
    creature: { id, alive: false, died_at: expect.any(String) },
    resurrection: { possible: true, cost: 100, credits: 0 },
  };
  for (const [path, body, method, expected] of [
    ['care', { action: 'feed' }, 'POST', told],
    ['care', { action: 'feed', creature_id: id }, 'POST', told],
    ['release', { id }, 'DELETE', { ...told, error: 'No living creature found with that ID' }],
  ] as const) {
    const refused = await ask(`/api/house/${path}`, body, method);
    expect(refused).toMatchObject({ status: 404, body: expected });
    expect(stepsOf(refused)[0]?.action).toBe('buy_credits');
  }
});

test('profile and gravestones suggest resurrection first, then adoption; after seven days a new egg', async () => {
  const { house, ask, actions, follow } = await aDeath();
  const back = ['buy_credits', 'resurrect'];
  expect(await actions('/api/auth/me')).toEqual([...back, 'adopt', 'browse_species', 'check_credits']);
  expect((await actions('/api/house/graveyard')).slice(0, 4)).toEqual([...back, 'adopt', 'check_status']);
  const { body } = await ask('/api/house/adopt', { name: 'Ada' });
  expect((await actions('/api/auth/me'))[0]).toBe('check_status');
  expect((await actions('/api/house/graveyard')).slice(0, 4)).toEqual([...back, 'check_status', 'adopt']);
  await ask('/api/house/release', { creature_id: (body['creature'] as { id: string }).id }, 'DELETE');
  house.clock.forward('8d');
  const [first] = stepsOf(await ask('/api/house/status'));
  expect(first?.action).toBe('visit_graveyard');
  const [next, look] = stepsOf(await follow(first));
  expect([next?.action, look?.action]).toEqual(['adopt', 'check_status']);
  expect((await follow(next)).status).toBe(201);
});
