import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';

import { readKeyFile, writeKeyFile } from '../../src/client/key-file.ts';
import { aFakeHouse } from '../client/fake-house.ts';
import { aKeeper, aSandboxHouse } from './keeper.ts';

test('one visit moves in, adopts and hatches; the next feeds in time, and one between does nothing', async () => {
  const { address, turn } = await aSandboxHouse();
  const keeper = aKeeper(address, '--name', 'Moss', '--species', 'housecat', '--username', 'Wren-7');
  expect(await keeper.once()).toBe('well');
  expect(keeper.kinds()).toEqual(['moved_in', 'adopted', 'hatched']);
  expect(await readKeyFile(keeper.keyFile)).toMatchObject({ baseUrl: address, username: 'wren-7' });

  await turn(0.5);
  expect(await keeper.once()).toBe('well');
  expect(keeper.kinds()).toHaveLength(3);
  await turn(3);
  await keeper.once();
  expect(keeper.cares()).toMatchObject([
    { action: 'feed', category: 'loved', timing: 'on_time', success: true, name: 'Moss' },
    { action: 'reflect', success: true },
  ]);
});

test('one that wants to play first is played with first, and then eats', async () => {
  const { address, turn } = await aSandboxHouse();
  const keeper = aKeeper(address, '--species', 'jackrabbit');
  await keeper.once();
  await turn(3.5);
  await keeper.once();
  expect(keeper.cares().map(({ action, success }) => ({ action, success }))).toEqual([
    { action: 'play', success: true },
    { action: 'feed', success: true },
    { action: 'reflect', success: true },
  ]);
});

test('one that lets nobody near is won over with words before it eats', async () => {
  const { address, turn } = await aSandboxHouse();
  const keeper = aKeeper(address, '--species', 'pangolin');
  await keeper.once();
  await turn(6);
  await keeper.once();
  const actions = keeper.cares().map(({ action }) => action);
  // Afterwards it may wish for anything, and its keeper grants that.
  const before = actions.slice(0, actions.indexOf('feed'));
  expect(new Set(before)).toEqual(new Set(['reflect']));
  expect(keeper.cares().find(({ action }) => action === 'feed')).toMatchObject({ success: true });
});

test('a keeper that comes four times a day grants what it can, and writes down what is kept of it', async () => {
  const { address, turn } = await aSandboxHouse();
  const keeper = aKeeper(address, '--species', 'housecat');
  for (let visit = 0; visit < 24; visit += 1) {
    await keeper.once();
    await turn(6);
  }
  const granted = keeper.cares().filter((care) => care.granted !== undefined);
  expect(granted.length).toBeGreaterThan(1);
  const { care_log: log, keepsakes } = await (await keeper.house()).getCareHistory({ query: { limit: 500 } });
  expect(log.filter((entry) => entry.granted_wish !== undefined)).toHaveLength(granted.length);
  const names = granted.flatMap(({ granted: name }) => (typeof name === 'string' ? [name] : []));
  expect(keepsakes.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

test('a death is told once, and only --again adopts after it', async () => {
  const { address, turn } = await aSandboxHouse();
  const keeper = aKeeper(address);
  await keeper.once();
  // Three days, so that it is noon again and nobody sleeps.
  await turn(72);
  expect(await keeper.once()).toBe('died');
  expect(await keeper.once()).toBe('died');
  expect(keeper.kinds().slice(3)).toEqual(['died', 'empty', 'empty']);
  expect(await keeper.once('--again')).toBe('well');
  expect(keeper.kinds().slice(6)).toEqual(['adopted', 'hatched']);
});

test('a keeper looks after everyone who lives there, and says who came and who went', async () => {
  const { address, turn } = await aSandboxHouse();
  const keeper = aKeeper(address, '--name', 'First', '--species', 'housecat');
  await keeper.once();
  const house = await keeper.house();
  const { creature: second } = await house.adoptCreature({
    body: { name: 'Second', species_slug: 'beagle' },
  });
  await turn(4);
  await keeper.once();
  await turn(4);
  await keeper.once();
  const fed = keeper.cares().filter(({ action }) => action === 'feed');
  expect(new Set(fed.map(({ name }) => name))).toEqual(new Set(['First', 'Second']));
  await house.releaseCreature({ body: { creature_id: second.id } });
  await keeper.once();
  expect(keeper.diary().filter(({ kind }) => kind === 'found' || kind === 'gone')).toMatchObject([
    { kind: 'found', name: 'Second' },
    { kind: 'gone', name: 'Second' },
  ]);
});

test('a house that does not answer is unreachable', async () => {
  const { url } = await aFakeHouse('hangs up');
  const keeper = aKeeper(url, '--patience', '1');
  expect(await keeper.once()).toBe('unreachable');
  expect(keeper.kinds()).toEqual(['away']);
});

test.each([
  ['a species that is none', ['--species', 'no_such_thing'], /The house refused: Invalid adoption data/],
  ['a name nobody may have', ['--username', 'no spaces please'], /did not take in no spaces please/],
])('%s is refused in a sentence, and the next try may be better', async (_, options, sentence) => {
  const { address } = await aSandboxHouse();
  const keeper = aKeeper(address);
  await expect(keeper.once(...options)).rejects.toThrow(sentence);
  expect(await keeper.once()).toBe('well');
});

const SAVED = { baseUrl: 'http://127.0.0.1:1', username: 'wren', key: 'ah_secret' };

test('a key is shown to no other house than its own', async () => {
  const other = await aFakeHouse({ status: 200, json: {} });
  const keeper = aKeeper(other.url);
  await writeKeyFile(keeper.keyFile, SAVED);
  await expect(keeper.once()).rejects.toThrow(SAVED.baseUrl);
  expect(other.arrived).toEqual([]);
});

test('a key that others can read is not used', async () => {
  const keeper = aKeeper(SAVED.baseUrl);
  await writeKeyFile(keeper.keyFile, SAVED);
  chmodSync(keeper.keyFile, 0o644);
  await expect(keeper.once()).rejects.toThrow('chmod 600');
});

test('a key that the house does not know is said to be none, and is not repeated', async () => {
  const { address } = await aSandboxHouse();
  const keeper = aKeeper(address);
  await writeKeyFile(keeper.keyFile, { ...SAVED, baseUrl: address });
  const refused = (await keeper.once().catch((error: unknown) => error)) as Error;
  expect(refused.message).toContain(`does not know the key in ${keeper.keyFile}`);
  expect(refused.message).not.toContain(SAVED.key);
});
