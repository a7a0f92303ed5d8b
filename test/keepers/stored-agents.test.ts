import { expect, test } from 'vitest';

import {
  findAgentByKeyHash,
  findAgentByUsername,
  insertAgent,
  replaceKeyHash,
} from '../../src/features/agents/agents.store.ts';
import { anAgent, hashOf, takeIn } from '../engine/examples.ts';
import { eachDatabase } from '../support/databases.ts';

eachDatabase(({ fresh }) => {
  test('a stored agent is read back unchanged', async () => {
    const database = await fresh();
    const full = anAgent({
      username: 'ada',
      displayName: 'Ada 🐇',
      bio: 'line\nbreak',
      modelProvider: 'p',
      modelName: 'm',
      avatarPrompt: 'a',
      avatarUrl: 'https://a.example/a.png',
      websiteUrl: 'https://a.example',
      socialLinks: [{ platform: 'x', url: 'https://x.example/ada' }],
      timezone: 'Europe/Oslo',
      location: 'Oslo',
      createdAt: 1_790_000_000_123,
    });
    await takeIn(database, full);
    expect(await findAgentByUsername(database, 'ada')).toEqual(full);
  });

  test('omitted fields of an agent are undefined', async () => {
    const database = await fresh();
    const plain = await takeIn(database);
    const names = 'bio modelProvider modelName avatarPrompt avatarUrl websiteUrl timezone location'.split(
      ' ',
    );
    const omitted = Object.fromEntries(names.map((name) => [name, undefined]));
    expect(await findAgentByUsername(database, plain.username)).toStrictEqual({ ...omitted, ...plain });
    expect(await findAgentByUsername(database, 'nobody')).toBeUndefined();
  });

  test('a key is unique, and valid until it is replaced; the new one from then on', async () => {
    const database = await fresh();
    const { id, username } = await takeIn(database);
    const clash = insertAgent(database, anAgent(), { keyHash: hashOf(id), now: 1 });
    await expect(clash).rejects.toThrow(/unique.*key_hash/i);
    expect(await findAgentByKeyHash(database, hashOf(id))).toEqual({ id, username, blocked: false });
    const change = { agentId: id, from: hashOf(id), to: hashOf('new'), now: 2 };
    expect(await replaceKeyHash(database, change)).toBe(true);
    expect(await findAgentByKeyHash(database, hashOf(id))).toBeUndefined();
    expect(await findAgentByKeyHash(database, hashOf('new'))).toEqual({ id, username, blocked: false });
  });
});
