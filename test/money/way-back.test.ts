import { expect, test } from 'vitest';

import type { NextStep } from '../../src/api/fields.ts';
import { eachDatabase } from '../support/databases.ts';
import type { Told } from '../support/house.ts';
import { SANDBOX_HEADERS } from '../support/parts.ts';
import { aPlayHouse, type PlayHouse } from './play-house.ts';

const stepsOf = ({ body }: Told) => (body['next_steps'] ?? []) as NextStep[];

/** A dead creature, and requests about it with the sandbox token. */
async function aDeath(house: PlayHouse) {
  const { key, clock } = house;
  const ask = (path: string, body?: object) =>
    house.ask({ ...(body && { method: 'POST' as const, body }), path, key, headers: SANDBOX_HEADERS });
  const { body } = await ask('/api/house/adopt', { name: 'Bo', species_slug: 'owl' });
  const { id } = body['creature'] as { id: string };
  await ask(`/api/house/status?creature_id=${id}`);
  clock.forward('4d');
  return { id, ask, follow: (step: NextStep | undefined) => ask(step?.endpoint ?? '', step?.body) };
}

eachDatabase((place) => {
  test('following the first step after a death brings the creature back', async () => {
    const house = await aPlayHouse(await place.fresh());
    const { id, ask, follow } = await aDeath(house);
    for (const told of [await ask('/api/house/status'), await ask(`/api/house/status?creature_id=${id}`)]) {
      const steps = stepsOf(told).map(({ action }) => action);
      expect(steps.slice(0, 2)).toEqual(['buy_credits', 'resurrect']);
      expect(steps).toContain('visit_graveyard');
      expect(stepsOf(told)[0]?.body).toEqual({ pack: '100' });
    }
    const bought = await follow(stepsOf(await ask('/api/house/status'))[0]);
    await house.click(new URL(String(bought.body['checkout_url'])));
    for (const path of [
      '/api/house/status',
      `/api/house/status?creature_id=${id}`,
      '/api/house/credits',
      '/api/auth/me',
      '/api/house/graveyard',
    ])
      expect(stepsOf(await ask(path))[0]).toMatchObject({ action: 'resurrect', body: { creature_id: id } });
    const back = await follow(stepsOf(await ask('/api/house/credits'))[0]);
    expect(back).toMatchObject({ status: 200, body: { success: true, credits_remaining: 0 } });
  });

  test('care for a dead creature reports its death, time and cause, and how to resurrect it', async () => {
    const house = await aPlayHouse(await place.fresh());
    const { id, ask } = await aDeath(house);
    for (const body of [{ action: 'feed' }, { action: 'feed', creature_id: id }]) {
      const told = await ask('/api/house/care', body);
      expect(told).toMatchObject({
        status: 404,
        body: {
          error: 'No living creature found',
          suggestion: expect.stringMatching(
            /^Bo died of being left alone .* ago\. It can be brought back .* credits/,
          ),
          creature: { id, alive: false, cause: 'neglect', died_at: expect.any(String) },
          resurrection: { possible: true, cost: 100, credits: 0 },
        },
      });
      expect(stepsOf(told)[0]?.action).toBe('buy_credits');
    }
  });

  test('profile and gravestones suggest resurrection first, then adoption', async () => {
    const house = await aPlayHouse(await place.fresh());
    const { ask } = await aDeath(house);
    const actions = async (path: string) => stepsOf(await ask(path)).map(({ action }) => action);
    expect(await actions('/api/auth/me')).toEqual([
      'buy_credits',
      'resurrect',
      'adopt',
      'browse_species',
      'check_credits',
    ]);
    const back = ['buy_credits', 'resurrect'];
    expect((await actions('/api/house/graveyard')).slice(0, 4)).toEqual([...back, 'adopt', 'check_status']);
    await ask('/api/house/adopt', { name: 'Ada' });
    expect((await actions('/api/auth/me'))[0]).toBe('check_status');
    expect((await actions('/api/house/graveyard')).slice(0, 4)).toEqual([...back, 'check_status', 'adopt']);
  });

  test('releasing a dead creature reports its death and how to resurrect it', async () => {
    const house = await aPlayHouse(await place.fresh());
    const { id, ask } = await aDeath(house);
    await ask('/api/house/status');
    const told = await house.ask({
      method: 'DELETE',
      path: '/api/house/release',
      key: house.key,
      body: { id },
      headers: SANDBOX_HEADERS,
    });
    expect(told).toMatchObject({
      status: 404,
      body: {
        error: 'No living creature found with that ID',
        suggestion: expect.stringMatching(
          /^Bo died of being left alone .* ago\. It can be brought back .* credits/,
        ),
        creature: { id, alive: false, died_at: expect.any(String) },
        resurrection: { possible: true, cost: 100, credits: 0 },
      },
    });
    expect(stepsOf(told)[0]?.action).toBe('buy_credits');
  });

  test('after seven days the steps lead to the graveyard and to a new egg', async () => {
    const house = await aPlayHouse(await place.fresh());
    const { ask, follow } = await aDeath(house);
    house.clock.forward('8d');
    const [first] = stepsOf(await ask('/api/house/status'));
    expect(first?.action).toBe('visit_graveyard');
    const [next, look] = stepsOf(await follow(first));
    expect([next?.action, look?.action]).toEqual(['adopt', 'check_status']);
    expect((await follow(next)).status).toBe(201);
  });

  test('without a creature to resurrect the smallest pack is suggested', async () => {
    const { ask, key } = await aPlayHouse(await place.fresh());
    const told = await ask({ path: '/api/house/credits', key, headers: SANDBOX_HEADERS });
    expect(stepsOf(told)[0]).toMatchObject({ action: 'buy_credits', body: { pack: '100' } });
  });
});
