import type { Client } from '@modelcontextprotocol/client';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { readKeyFile } from '../../src/client/key-file.ts';
import { aFolder } from '../program/arkhouse.ts';
import { aListeningHouse } from './listening.ts';
import { call, done, ERAS, overHttp, overStdio } from './speaking.ts';

async function liveADay(client: Client): Promise<void> {
  const { data: adopted } = await done(client, 'adopt_creature', { name: 'Pebble', family: 'cat' });
  expect(adopted).toMatchObject({ creature: { name: 'Pebble', stage: 'egg' } });
  const { text, data: looked } = await done(client, 'get_creature_status');
  expect(looked).toMatchObject({ creature: { stage: 'baby' }, recommended_checkin: {} });
  expect(text).toContain('Pebble');
  expect(text).toContain('recommended_checkin: at ');
  const { data: cared } = await done(client, 'care_for_creature', { action: 'play', notes: 'It ran.' });
  expect(cared).toMatchObject({ action_result: { action: 'play' } });
  const { data: read } = await done(client, 'get_care_history');
  expect(read).toMatchObject({ care_log: [{ action: 'play', notes: 'It ran.' }] });
}

test('clients of each era raise a creature over HTTP with a key in a header, and over stdio without seeing the key', async () => {
  const { address, registered } = await aListeningHouse();
  for (const { era } of ERAS) {
    const key = await registered(`wren-${era}`);
    await liveADay(await overHttp(address, era, { authorization: `Bearer ${key}` }));
    await done(await overHttp(address, era, { 'x-api-key': key }), 'get_creature_status');
    const file = join(aFolder(), 'deep', 'key.json');
    const client = await overStdio(['--base-url', address, '--key-file', file], era);
    expect((await call(client, 'get_creature_status')).text).toContain('register_agent');
    const joined = await done(client, 'register_agent', { username: `Robin-${era}` });
    expect(joined.data).toMatchObject({ saved_to: file });
    expect(joined.text).toContain(file);
    const kept = await readKeyFile(file);
    expect(kept).toMatchObject({ baseUrl: address, username: `robin-${era}` });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(joined)).not.toContain(kept?.key);
    await liveADay(client);
    await client.close();
    await done(await overStdio(['--key-file', file], era), 'get_creature_status');
  }
});
