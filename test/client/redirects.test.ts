import { expect, test } from 'vitest';

import { connect } from '../../src/client/client.ts';
import { aFakeHouse, noTime, type Said } from './fake-house.ts';

const ADOPTED: Said = { status: 201, json: { creature: { name: 'Pebble' } } };

function movedTo(location: string, status = 308): Said {
  return { status, headers: { location } };
}

test.each([307, 308])('a %i is followed with method, body, key and word', async (status) => {
  const { url, arrived } = await aFakeHouse(movedTo('/api/house/adopt?from=here', status), ADOPTED);
  await connect(url, { ...noTime().patience, key: 'ah_secret' }).adoptCreature({ body: { name: 'Pebble' } });
  expect(arrived[1]).toMatchObject({
    method: 'POST',
    path: '/api/house/adopt?from=here',
    body: '{"name":"Pebble"}',
    headers: {
      authorization: 'Bearer ah_secret',
      'idempotency-key': 'word-1',
      'content-type': 'application/json',
    },
  });
});

test('another origin is told neither the key nor the request, and named', async () => {
  const other = await aFakeHouse(ADOPTED);
  const { url } = await aFakeHouse(movedTo(`${other.url}/api/house/adopt`));
  const asking = connect(url, { ...noTime().patience, key: 'ah_secret' }).adoptCreature({
    body: { name: 'P' },
  });
  await expect(asking).rejects.toThrow(other.url);
  expect(other.arrived).toEqual([]);
});

test.each<[string, Said]>([
  ['a redirect that would change the method', movedTo('/api/elsewhere', 303)],
  ['a redirect to nowhere', { status: 308 }],
  ['an endless redirect', movedTo('/api/health')],
])('%s is not followed and not retried', async (_, said) => {
  const { url, arrived } = await aFakeHouse(said);
  await expect(connect(url, noTime().patience).getHealth()).rejects.toMatchObject({
    name: 'RedirectError',
  });
  expect(arrived.length).toBeLessThanOrEqual(5);
});
