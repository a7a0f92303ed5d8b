import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';

import { readKeyFile } from '../../src/client/key-file.ts';
import { aFolder, started } from '../program/arkhouse.ts';
import { call, done, ERAS, overHttp, overStdio } from './speaking.ts';

/** At night a creature may sleep and refuse play, and the program uses the real clock. */
function whereItIsNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  // The signs of these names are inverted: Etc/GMT-3 is three hours ahead.
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** A whole first day with tools. */
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

test.each(ERAS)('a client of $era raises a creature over HTTP', async ({ era }) => {
  const { address } = await started({ ARKHOUSE_DATA_DIR: aFolder() });
  const stranger = await overHttp(address, era);
  const refused = await call(stranger, 'get_creature_status');
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('register_agent');
  const { data, text } = await done(stranger, 'register_agent', {
    username: 'wren',
    timezone: whereItIsNoon(),
  });
  const key = String(data['your_token']);
  expect(text).toContain(key);
  await liveADay(await overHttp(address, era, { authorization: `Bearer ${key}` }));
  await done(await overHttp(address, era, { 'x-api-key': key }), 'get_creature_status');
});

test.each(ERAS)('a client of $era raises a creature over stdio, and never sees the key', async ({ era }) => {
  const { address } = await started({ ARKHOUSE_DATA_DIR: aFolder() });
  const file = join(aFolder(), 'deep', 'key.json');
  const args = ['--base-url', address, '--key-file', file];
  const client = await overStdio(args, era);
  const refused = await call(client, 'get_creature_status');
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('register_agent');
  const joined = await done(client, 'register_agent', {
    username: 'Wren',
    timezone: whereItIsNoon(),
  });
  expect(joined.data).toMatchObject({ saved_to: file });
  expect(joined.text).toContain(file);
  const kept = await readKeyFile(file);
  expect(kept).toMatchObject({ baseUrl: address, username: 'wren' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.stringify(joined)).not.toContain(kept?.key);
  await liveADay(client);
  await client.close();
  const later = await overStdio(['--key-file', file], era);
  await done(later, 'get_creature_status');
});
