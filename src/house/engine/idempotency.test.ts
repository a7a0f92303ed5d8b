import { hash } from 'node:crypto';
import { expect, test } from 'vitest';

import { onSqlite } from '../../../test/support/databases.ts';
import { handClock } from '../../../test/support/hand-clock.ts';
import { plainParts } from '../../../test/support/parts.ts';
import { DAY } from '../../core/engine/clock.ts';
import { ProblemError } from '../../core/problem.ts';
import type { Transaction } from '../../store/engine/db.ts';
import { deleteReplies, findReply } from '../../store/engine/idempotent-replies.ts';
import { readSetting, writeSetting } from '../../store/engine/settings.ts';
import { buildHouse, type HouseParts } from '../house.ts';
import {
  agentScope,
  findReplay,
  idempotentRequest,
  prepareOrReplay,
  runIdempotent,
  type IdempotentRequest,
} from './idempotency.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const REQUEST: IdempotentRequest = {
  key: 'a word',
  scope: 'wren',
  content: { care: 'feed' },
  keepForMs: DAY,
};
const TELLS_KEY: IdempotentRequest = { ...REQUEST, tellsKey: true, secret: 'an old key' };

onSqlite(({ fresh, again }) => {
  /** A house, and work in it that leaves a trace: how often it was done for good. */
  async function aBusyHouse(parts: Partial<HouseParts> = {}) {
    const store = await fresh();
    const house = buildHouse({ ...plainParts(store, handClock()), ...parts });
    let tries = 0;
    const work = async (db: Transaction) => {
      tries += 1;
      await writeSetting(db, 'done', `${tries}`);
      return { nth: tries };
    };
    const done = () => readSetting(store, 'done');
    const run = (request: IdempotentRequest, now = NOW) => runIdempotent(house, request, now, work);
    return { store, house, done, run };
  }

  test('without a word every request is new, and nothing is kept of it', async () => {
    const { house, run, done } = await aBusyHouse();
    const wordless = { ...REQUEST, key: undefined };
    expect(await run(wordless)).toEqual({ value: { nth: 1 }, replayed: false });
    expect(await run(wordless)).toEqual({ value: { nth: 2 }, replayed: false });
    expect([await done(), await findReplay(house, wordless, NOW)]).toEqual(['2', undefined]);
  });

  test('the same request under the same word is done once, and answered the same', async () => {
    const { house, run, done } = await aBusyHouse();
    expect(await findReplay(house, REQUEST, NOW)).toBeUndefined();
    expect(await run(REQUEST)).toEqual({ value: { nth: 1 }, replayed: false });
    const repeated = { value: { nth: 1 }, replayed: true };
    expect([await run(REQUEST), await findReplay(house, REQUEST, NOW)]).toEqual([repeated, repeated]);
    expect(await done()).toBe('1');
  });

  test('its answer is kept for as long as it says, and then the word is new', async () => {
    const { run } = await aBusyHouse();
    await run(REQUEST);
    expect(await run(REQUEST, NOW + DAY - 1)).toMatchObject({ replayed: true });
    expect(await run(REQUEST, NOW + DAY)).toMatchObject({ replayed: false });
  });

  test('the same word for something else is a mistake, and from somebody else another word', async () => {
    const { house, run, done } = await aBusyHouse();
    await run(REQUEST);
    const other = { ...REQUEST, content: { care: 'play' } };
    await expect(run(other)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    await expect(findReplay(house, other, NOW)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    expect(await done()).toBe('1');
    expect(await run({ ...REQUEST, scope: 'finch' })).toMatchObject({ replayed: false });
  });

  test('what fails is not kept, and is done when it is asked for again', async () => {
    const { house, run, done } = await aBusyHouse();
    const failing = runIdempotent(house, REQUEST, NOW, async (db) => {
      await writeSetting(db, 'done', 'half');
      throw new Error('and then the lights went out');
    });
    await expect(failing).rejects.toThrow('lights');
    expect(await done()).toBeUndefined();
    expect(await run(REQUEST)).toMatchObject({ replayed: false });
  });

  test('what can no longer be done is answered as it was when it could', async () => {
    const { house, run } = await aBusyHouse();
    await run(REQUEST);
    const failing = runIdempotent(house, REQUEST, NOW, async () => {
      throw new Error('it is dead by now');
    });
    expect(await failing).toEqual({ value: { nth: 1 }, replayed: true });
  });

  test('what is refused while it is prepared was perhaps answered before; a failure of ours was not', async () => {
    const { house, run } = await aBusyHouse();
    const prepared = (prepare: () => Promise<unknown>) => prepareOrReplay(house, REQUEST, NOW, prepare);
    const refusal = new ProblemError('creature_not_found');
    const failure = new TypeError('a mistake of ours');
    expect(await prepared(async () => 'ready')).toBe('ready');
    await expect(prepared(() => Promise.reject(refusal))).rejects.toBe(refusal);
    await run(REQUEST);
    expect(await prepared(async () => 'ready')).toBe('ready');
    expect(await prepared(() => Promise.reject(refusal))).toEqual({ value: { nth: 1 }, replayed: true });
    await expect(prepared(() => Promise.reject(failure))).rejects.toBe(failure);
  });

  test('an answer that holds a key is found and opened only with the secret of the house', async () => {
    const { store, house, run } = await aBusyHouse();
    await run(TELLS_KEY);
    const plain = { scope: 'wren', keyHash: hash('sha256', 'a word', 'hex'), now: NOW };
    expect(await findReply(store, plain)).toBeUndefined();
    expect(await findReplay(house, TELLS_KEY, NOW)).toEqual({ value: { nth: 1 }, replayed: true });
    expect(await findReplay({ ...house, secret: 'of another' }, TELLS_KEY, NOW)).toBeUndefined();
    await expect(findReplay(house, { ...TELLS_KEY, secret: 'another key' }, NOW)).rejects.toThrow(
      /authenticate/,
    );
    await run(REQUEST);
    expect(await findReply(store, plain)).toBeDefined();
  });

  test('while an upgrade lasts it is kept as the version before looks for it, and found by both', async () => {
    const { store, house, run } = await aBusyHouse({ upgradeEndsAt: NOW + 1 });
    await run(TELLS_KEY);
    const plain = { scope: 'wren', keyHash: hash('sha256', 'a word', 'hex'), now: NOW };
    expect(await findReply(store, plain)).toBeDefined();
    const later = buildHouse({ ...plainParts(await again(store), handClock()), upgradeEndsAt: NOW });
    const found = { value: { nth: 1 }, replayed: true };
    expect(await findReplay(house, TELLS_KEY, NOW)).toEqual(found);
    expect(await findReplay(later, TELLS_KEY, NOW)).toEqual(found);
    await deleteReplies(store, 'wren');
    await run(TELLS_KEY, NOW + 1);
    expect(await findReply(store, { ...plain, now: NOW + 1 })).toBeUndefined();
  });

  test('an agent’s words are its own, and kept for a day unless it is said otherwise', () => {
    const scope = agentScope({ id: 'wren' });
    const request = { key: 'a word', scope, content: 'anything' };
    expect(idempotentRequest({ id: 'wren' }, 'a word', 'anything')).toEqual({ ...request, keepForMs: DAY });
    expect(idempotentRequest({ id: 'wren' }, 'a word', 'anything', 5)).toEqual({ ...request, keepForMs: 5 });
    expect(agentScope({ id: 'finch' })).not.toBe(scope);
  });
});
