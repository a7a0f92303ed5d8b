import { expect, test } from 'vitest';

import { aKeptHouse, of, type Keeper } from '../support/asking.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { ID } from '../support/facts.ts';
import { failingStore } from '../support/store-with.ts';

const READS = [
  [
    'status',
    'No living creatures in your house',
    'Invalid creature_id',
    'Something went wrong checking the den',
  ],
  ['history', 'No creature found', 'Invalid query', 'Something went wrong reading the logs'],
  ['preferences', 'No creature found', 'Invalid creature_id', 'Something went wrong'],
] as const;

const WRITES: readonly [name: string, failed: string, write: (keeper: Keeper, id: string) => unknown][] = [
  ['adoption', 'Adoption failed', ({ adopt }) => adopt()],
  ['act of care', 'Something went wrong in the den', ({ care }) => care({ action: 'feed' })],
  ['release', 'Something went wrong', ({ release }, id) => release({ id })],
];

test.each(READS)(
  'a %s of an unknown creature is 404 (%s), of a malformed id 400 (%s), and a failed one 500 (%s) without its cause',
  async (read, unknown, invalid, failed) => {
    const { failing, state } = failingStore(await anyStore(), 'all');
    const { wren } = await aKeptHouse(failing);
    expect(await wren[read]()).toMatchObject({ status: 404, body: { error: unknown } });
    const id = await wren.hatch();
    expect(await wren[read](`?id=${ID}`)).toMatchObject({
      status: 404,
      body: { error: unknown, your_creatures: [{ id }] },
    });
    for (const query of [
      '?creature_id=',
      '?creature_id=1',
      '?id=nobody',
      `?id=${id}x`,
      `?creature_id=${id}&creature_id=${ID}`,
      `?creature_id=${id}&id=${ID}`,
      '?creature_id=null',
      '?creature_id[]=x&creature_id=',
    ])
      expect(await wren[read](query), query).toMatchObject({
        status: 400,
        body: { error: invalid, details: expect.any(String), suggestion: expect.any(String) },
      });
    expect(of(await wren[read](`?creature_id=${id}&id=${ID}`), 'details')).toBe(
      'id: expected the creature that creature_id names, received text of 36 characters',
    );
    for (const query of [`?id=${id}`, `?creature_id=${id}&id=${id}`, '?view=strange', '?unknown=1'])
      expect((await wren[read](query)).status, query).toBe(200);
    state.fails = true;
    const told = await wren[read]();
    expect(told).toMatchObject({ status: 500, body: { error: failed } });
    expect(told.text).not.toContain('secret');
  },
);

// test/engine/all-or-nothing.test.ts checks that a failed write leaves no trace.
test.each(WRITES)('a failed %s is 500 "%s" without its cause', async (_, error, write) => {
  const { failing, state } = failingStore(await anyStore(), 'transaction');
  const { wren } = await aKeptHouse(failing);
  const id = await wren.hatch();
  state.fails = true;
  const told = { status: 500, body: { error }, text: expect.not.stringContaining('secret') };
  expect(await write(wren, id)).toMatchObject(told);
});
