import { hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import type { Database } from '../../src/db/db.ts';
import { readOrKeepSecret } from '../../src/db/settings.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type Ask } from '../support/house.ts';

const WORD = '0b6e4f9a-7c31-4d58-9e2f-c84a10d7f637';
const SENT = { headers: { 'idempotency-key': WORD }, from: '192.0.2.17' };
const JOIN: Ask = { method: 'POST', path: '/api/auth/register', body: { username: 'wren' }, ...SENT };

eachDatabase((place) => {
  test('a backup plus a known Idempotency-Key reveals no registered key; the service itself replays it', async () => {
    const store = await place.apart();
    const secret = await readOrKeepSecret(store, 'replies', 'the very secret of this house');
    const house = await aHouse(store, { house: { secret } });
    const { text, body } = await house.ask(JOIN);
    const copy = await backupOf(store);
    const { dataDir } = place.addressOf(store);
    const files = dataDir === '' ? [] : (await readdir(dataDir)).map((name) => join(dataDir, name));
    for (const file of [copy, ...files])
      expect((await readFile(file)).includes(String(body['your_token'])), file).toBe(false);
    const thief = await aHouse(await place.restored(copy), { house: { secret: 'another' } });
    expect(await thief.ask(JOIN)).toMatchObject({ status: 409, body: { code: 'username_taken' } });
    expect(await readOrKeepSecret(thief.house.store, 'replies', 'a new one')).toBe('a new one');
    expect((await readFile(copy)).includes(secret)).toBe(false);
    expect(await keyHashes(store)).not.toContain(hash('sha256', WORD));
    expect(await house.ask(JOIN)).toMatchObject({ text, headers: { 'idempotency-replayed': 'true' } });
  });

  test.each([
    ['rotated key', '/api/auth/rotate-key', 401],
    ['calendar token', '/api/house/calendar', 409],
  ])('a backup plus a known Idempotency-Key reveals no %s', async (_, path, status) => {
    const store = await place.fresh();
    const house = await aHouse(store);
    const request: Ask = { method: 'POST', path, key: await house.registered('wren'), ...SENT };
    const { text } = await house.ask(request);
    const thief = await aHouse(await place.again(store), { house: { secret: 'another' } });
    expect((await thief.ask(request)).status).toBe(status);
    expect(await house.ask(request)).toMatchObject({ text, headers: { 'idempotency-replayed': 'true' } });
  });

  test('concurrent first starts agree on one secret', async () => {
    const store = await place.fresh();
    const told = await Promise.all(['a', 'b', 'c'].map((fresh) => readOrKeepSecret(store, 'replies', fresh)));
    expect(new Set(told).size).toBe(1);
    await store.close();
  });
});

async function backupOf(store: Database): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'arkhouse-secrets-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'copy');
  await store.backup(file);
  return file;
}

async function keyHashes(store: Database): Promise<string[]> {
  const rows = await store.all<{ key_hash: string }>(
    { text: 'select key_hash from idempotent_replies', columns: ['key_hash'] },
    [],
  );
  return rows.map((row) => row.key_hash);
}
