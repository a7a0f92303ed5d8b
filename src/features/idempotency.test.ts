import { hash } from 'node:crypto';
import { expect, test, vi } from 'vitest';

import { onSqlite } from '../../test/support/databases.ts';
import { handClock } from '../../test/support/hand-clock.ts';
import { plainParts } from '../../test/support/parts.ts';
import { DAY } from '../rules/base/clock.ts';
import type { Transaction } from '../db/db.ts';
import { findReply } from './once.store.ts';
import { readSetting, writeSetting } from '../db/settings.ts';
import { buildHouse } from './house.ts';
import { agentScope, findReplay, idempotentRequest, once, type IdempotentRequest } from './once.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const REQUEST: IdempotentRequest = {
  key: 'a word',
  scope: 'wren',
  content: { care: 'feed' },
  keepForMs: DAY,
};
const SECRET: IdempotentRequest = { ...REQUEST, holdsSecret: true, proof: 'an old key' };

onSqlite(({ fresh }) => {
  async function aBusyHouse() {
    const store = await fresh();
    const house = buildHouse(plainParts(store, handClock()));
    let tries = 0;
    const work = async (db: Transaction) => {
      tries += 1;
      await writeSetting(db, 'done', `${tries}`);
      return { nth: tries };
    };
    const done = () => readSetting(store, 'done');
    const run = (request: IdempotentRequest, now = NOW) => once(house, request, now, { write: work });
    return { store, house, done, run };
  }

  test('a request runs once per key, agent and lifetime, and a repeat gets its reply before any work', async () => {
    const { house, run, done } = await aBusyHouse();
    const wordless = { ...REQUEST, key: undefined };
    for (const nth of [1, 2]) expect(await run(wordless)).toEqual({ value: { nth }, replayed: false });
    expect(await findReplay(house, wordless, NOW)).toBeUndefined();
    expect(await findReplay(house, REQUEST, NOW)).toBeUndefined();
    expect(await run(REQUEST)).toEqual({ value: { nth: 3 }, replayed: false });
    const repeated = { value: { nth: 3 }, replayed: true };
    const [read, after] = [vi.fn<() => Promise<void>>(), vi.fn<() => void>()];
    const write = async () => ({ nth: 9 });
    expect(await once(house, REQUEST, NOW + DAY - 1, { read, write, after })).toEqual(repeated);
    expect(await findReplay(house, REQUEST, NOW)).toEqual(repeated);
    expect([read.mock.calls, after.mock.calls]).toEqual([[], []]);
    const other = { ...REQUEST, content: { care: 'play' } };
    const mismatch = { code: 'idempotency_mismatch' };
    await expect(run(other)).rejects.toMatchObject(mismatch);
    await expect(findReplay(house, other, NOW)).rejects.toMatchObject(mismatch);
    expect(await done()).toBe('3');
    expect(await run({ ...REQUEST, scope: 'finch' })).toMatchObject({ replayed: false });
    expect(await run(REQUEST, NOW + DAY)).toMatchObject({ replayed: false });
  });

  test('a failed request is not stored and runs again when repeated', async () => {
    const { house, run, done } = await aBusyHouse();
    const write = async (db: Transaction) => {
      await writeSetting(db, 'done', 'half');
      throw new Error('and then the lights went out');
    };
    await expect(once(house, REQUEST, NOW, { write })).rejects.toThrow('lights');
    expect(await done()).toBeUndefined();
    expect(await run(REQUEST)).toMatchObject({ replayed: false });
  });

  test('a request that loses the race to its duplicate gets the reply of the duplicate', async () => {
    const { house, run, done } = await aBusyHouse();
    const slow = once(house, REQUEST, NOW, { read: () => run(REQUEST), write: async () => ({ nth: 2 }) });
    expect(await slow).toEqual({ value: { nth: 1 }, replayed: true });
    expect(await done()).toBe('1');
  });

  test('a reply with a credential is found and decrypted only with the server secret and the proof', async () => {
    const { store, house, run } = await aBusyHouse();
    await run(SECRET);
    const plain = { scope: 'wren', keyHash: hash('sha256', 'a word', 'hex'), now: NOW };
    expect(await findReply(store, plain)).toBeUndefined();
    expect(await findReplay(house, SECRET, NOW)).toEqual({ value: { nth: 1 }, replayed: true });
    expect(await findReplay({ ...house, secret: 'of another' }, SECRET, NOW)).toBeUndefined();
    expect(await findReplay(house, { ...SECRET, proof: 'another key' }, NOW)).toBeUndefined();
    await run(REQUEST);
    expect(await findReply(store, plain)).toBeDefined();
  });

  test('idempotency keys are per agent and stored for a day by default', () => {
    const scope = agentScope({ id: 'wren' });
    const request = { key: 'a word', scope, content: 'anything' };
    expect(idempotentRequest({ id: 'wren' }, 'a word', 'anything')).toEqual({ ...request, keepForMs: DAY });
    expect(idempotentRequest({ id: 'wren' }, 'a word', 'anything', 5)).toEqual({ ...request, keepForMs: 5 });
    expect(agentScope({ id: 'finch' })).not.toBe(scope);
  });
});
