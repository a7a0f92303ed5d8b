import { expect, test } from 'vitest';

import { systemRandom } from '../random.ts';
import { mppRail, type MppMethod } from './mpp.ts';

const SECRET = 'a secret of the house, thirty-two bytes or more';
const REALM = 'pets.example.org';
const NOW = Date.UTC(2026, 0, 1, 12);
const OFFER = { agentId: 'wren', credits: 500, cents: 400, resource: '/api/house/credits' };

const railOf = (...methods: readonly MppMethod[]) =>
  mppRail({ secret: SECRET, realm: REALM }, methods, systemRandom);
const methodOf = (name: string, more: Partial<MppMethod> = {}): MppMethod => ({
  name,
  live: false,
  request: () => ({}),
  charge: async ({ key }) => ({ outcome: 'settled', reference: `${name} ${key}` }),
  ...more,
});
const play = methodOf('play');

/** A challenge as its payer sends it back: every field as it stood in the header. */
function echoOf(rail = railOf(play)): Record<string, unknown> {
  const [challenge] = rail.challenges(OFFER, 'x-api-key', NOW);
  const fields = challenge?.header.matchAll(/(\w+)="([^"]*)"/g) ?? [];
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]));
}

function readBy(rail: ReturnType<typeof railOf>, challenge: object, payload: object = { word: 'I pay' }) {
  return rail.read(Buffer.from(JSON.stringify({ challenge, payload })).toString('base64url'), OFFER.resource);
}

test('a rail is open with a method, and live when one of them is', () => {
  const gold = methodOf('gold', { live: true });
  const rails = [railOf(), railOf(play), railOf(play, gold), railOf(gold)];
  expect(rails.map(({ open, live }) => [open, live])).toEqual([
    [false, false],
    [true, false],
    [true, true],
    [true, true],
  ]);
});

test('what a challenge asks for is written as canonical JSON, however deep', () => {
  const details = { zoo: [{ d: null, c: [2, 1] }], bar: { y: 'é', x: true }, aye: 1 };
  const { request } = echoOf(railOf(methodOf('play', { request: () => details })));
  expect(Buffer.from(String(request), 'base64url').toString()).toBe(
    '{"amount":"400","aye":1,"bar":{"x":true,"y":"é"},"currency":"usd","zoo":[{"c":[2,1],"d":null}]}',
  );
});

test('a challenge that comes back whole is on our terms', () => {
  const challenge = echoOf();
  const payment = readBy(railOf(play), challenge);
  expect(payment?.key).toBe(`mpp:${String(challenge['id'])}`);
  expect(payment?.check('wren', NOW)).toEqual({ cents: 400, credits: 500 });
  expect(readBy(railOf(play), { ...challenge, header: 7 })?.check('wren', NOW)).toEqual({
    cents: 400,
    credits: 500,
  });
});

test.each(['id', 'realm', 'method', 'intent', 'request', 'expires', 'opaque'])(
  'a proof without its %s cannot be read',
  (name) => {
    const challenge = echoOf();
    expect(readBy(railOf(play), { ...challenge, [name]: undefined })).toBeUndefined();
    expect(readBy(railOf(play), { ...challenge, [name]: 7 })).toBeUndefined();
  },
);

test('an id that is longer or shorter than ours cannot be read, and one like ours is not believed', () => {
  const { id: ours, ...others } = echoOf();
  for (const id of [`x${String(ours)}`, `${String(ours)}x`, String(ours).slice(1), ''])
    expect(readBy(railOf(play), { ...others, id }), id).toBeUndefined();
  expect(readBy(railOf(play), { ...others, id: 'x'.repeat(43) })?.check('wren', NOW)).toBe('other_terms');
});

test('a challenge of another house with the same secret is not ours', () => {
  const other = mppRail({ secret: SECRET, realm: 'elsewhere.example' }, [play], systemRandom);
  expect(readBy(railOf(play), echoOf(other))?.check('wren', NOW)).toBe('other_terms');
});

test('a challenge of a method that was given up is not taken, and nobody knows how its payment ended', async () => {
  const barter = methodOf('barter');
  const payment = readBy(railOf(play), echoOf(railOf(barter)));
  expect(payment?.check('wren', NOW)).toBe('not_taken_here');
  const unclear = { outcome: 'unclear', reason: 'no method barter here' };
  expect(await railOf(play).settleAgain(payment?.evidence ?? '')).toEqual(unclear);
  const settled = { outcome: 'settled', reference: `barter ${payment?.key}` };
  expect(await railOf(play, barter).settleAgain(payment?.evidence ?? '')).toEqual(settled);
});
