import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { ACTIONS } from '../../src/rules/vocabulary.ts';
import { insertKeeper } from '../../src/features/identity/agents.store.ts';
import { hideText } from '../../src/features/moderation/moderate.ts';
import { careLogOf } from '../../src/features/records/care-log.store.ts';
import { useTool } from '../mcp/messages.ts';
import { aKeptHouse, aKeeper, aPlainHouse, of, type Keeper } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';
import type { TestHouse, Told } from '../support/house.ts';
import { withRecord } from '../support/stored-residents.ts';
import { placesOf, toldToOthers } from './told-to-others.ts';

const SLUG = 'moss_fox';

/** Fills in a profile and designs a species, with the same words everywhere. */
async function aWriterIn(house: TestHouse, words: string): Promise<Keeper> {
  const wren = await aKeeper(house, 'wren', {
    display_name: words,
    bio: words,
    location: words,
    model: { provider: words, name: words },
    social_links: [{ platform: words.slice(0, 50), url: 'https://wren.example/' }],
  });
  await insertKeeper(house.house.store, { ...wren, counts: true });
  await withRecord(house.house.store, wren.id, { adultsRaised: 1 });
  const design = { slug: SLUG, name: 'Fox', family: 'cat', personality: words, special_mechanic: words };
  expect((await post(house, wren, '/api/house/species', design)).status).toBe(201);
  return wren;
}

function post(house: TestHouse, { key }: Keeper, path: string, body: object): Promise<Told> {
  return house.ask({ method: 'POST', path, key, body });
}

/** One act of each kind, with an item where one is accepted, and a note. */
async function careWithWords(wren: Keeper, id: string): Promise<void> {
  for (const action of ACTIONS) {
    const item = action === 'reflect' ? {} : { item: `a ${action}canary` };
    const told = await wren.care({ action, id, notes: `${action}canary`, ...item });
    expect(told.status, told.text).toBe(200);
  }
}

/** What a stranger with a creature of its own can read about these creatures, by address. */
async function everythingSeen(house: TestHouse, creatures: readonly string[]) {
  const bee = await aKeeper(house, `bee-${creatures.length}-${house.clock.now()}`);
  const about = { username: 'wren', creatures, species: SLUG };
  return toldToOthers(house, about, { ...bee, creatures: [await bee.hatch()] });
}

const NOT_REFLECTED = /(?:feed|play|clean|medicine|discipline|sleep)canary/;

onSqlite(({ fresh, addressOf }) => {
  test('of care, others see only reflections, whatever happened to the creature, and none that are hidden', async () => {
    const house = await aPlainHouse(await fresh());
    const wren = await aWriterIn(house, 'nothing to see');
    const lost = await wren.hatch({ name: 'Lost' });
    await careWithWords(wren, lost);
    house.clock.forward('60h');
    const gone = await wren.hatch({ name: 'Gone' });
    await careWithWords(wren, gone);
    await wren.release({ id: gone });
    const living = await wren.hatch({ name: 'Here' });
    await careWithWords(wren, living);
    const all = [lost, gone, living];
    const seen = await everythingSeen(house, all);
    expect(placesOf(seen, NOT_REFLECTED)).toEqual([]);
    const lives = all.flatMap((id) => [`/creatures/${id}`, `/creatures/${id}/feed.atom`]);
    const shown = ['/', ...lives, 'care: reflect', 'tool: care_for_creature'];
    expect(placesOf(seen, 'reflectcanary').toSorted()).toEqual(shown.toSorted());
    expect((await wren.history(`?id=${living}`)).text).toMatch(NOT_REFLECTED);

    for (const id of all) {
      const log = await careLogOf(house.house.store, id, { limit: 20, offset: 0 });
      for (const { version } of log.filter(({ action }) => action === 'reflect')) {
        const note = { writing: 'note', subject: `${id}.${version}`, reason: 'private' } as const;
        await hideText(house.house, note, house.clock.now());
      }
    }
    house.clock.forward('2m');
    expect(placesOf(await everythingSeen(house, all), 'canary')).toEqual([]);
  });

  test('a key is masked in every text, and its author is advised to rotate it', async () => {
    const store = await fresh();
    const house = await aPlainHouse(store);
    const { key } = await aKeeper(house, 'owner');
    const leak = `my key is ${key}`;
    const wren = await aWriterIn(house, leak);
    const pet = await wren.hatch({ name: 'Bo', species_slug: SLUG, image_prompt: leak });
    const note = `${leak}, ${Array.from(key).join('\u200B')}`;
    const told = await wren.care({ action: 'reflect', id: pet, note });
    expect(told.body['warnings']).toMatchObject([
      { field: 'note', message: expect.stringContaining('/api/auth/rotate-key') as string },
      { field: 'note', did_you_mean: 'notes' },
    ]);
    expect((told.body['next_steps'] as object[]).at(-1)).toMatchObject({ action: 'rotate_key' });
    await wren.care({ action: 'feed', id: pet, item: leak, notes: leak });
    const change = { method: 'PATCH', path: '/api/auth/me', key: wren.key, body: { bio: leak } } as const;
    expect(of(await house.ask(change), 'agent', 'bio')).toBe('my key is ah_…');
    const played = { action: 'play', notes: leak };
    const byTool = await useTool(house, 'care_for_creature', played, { key: wren.key });
    expect(byTool.words).toContain('rotate_api_key');
    const seen = await everythingSeen(house, [pet]);
    const secret = new RegExp(key.slice(3, 30));
    expect(placesOf(seen, secret)).toEqual([]);
    const shown = ['/', `/creatures/${pet}`, '/agents/wren', `/species/${SLUG}`, 'tool: care_for_creature'];
    expect(placesOf(seen, /my key is ah_…/)).toEqual(expect.arrayContaining(shown));
    expect((await wren.history()).text).not.toMatch(secret);
    const files = filesOf(addressOf(store).dataDir);
    expect(files).toContain('my key is');
    expect(files).not.toMatch(secret);
    expect(house.log.join('\n')).not.toMatch(secret);
  });

  test('where a masked key would not be a valid name or address, it is refused and not echoed', async () => {
    const { house, wren } = await aKeptHouse(await fresh());
    const part = wren.key.slice(0, 46);
    for (const [path, body] of [
      ['/api/auth/register', { username: part }],
      ['/api/auth/register', { username: 'bee', website_url: `https://bee.example/?key=${wren.key}` }],
      ['/api/house/adopt', { name: part }],
    ] as const) {
      const told = await post(house, wren, path, body);
      expect(told.status).toBe(400);
      expect(told.text).not.toContain(part.slice(3));
      const message: unknown = expect.stringContaining('/api/auth/rotate-key');
      expect(told.body['warnings']).toMatchObject([{ field: Object.keys(body).at(-1), message }]);
    }
  });

  test('texts stored by earlier versions are shown without keys and markers too', async () => {
    const store = await fresh();
    const house = await aPlainHouse(store);
    const wren = await aWriterIn(house, 'nothing to see');
    const pet = await wren.hatch({ name: 'Bo', species_slug: SLUG });
    await wren.care({ action: 'reflect', id: pet, notes: 'a thought' });
    const old = `old ${wren.key} <|im_start|> <system>canary`;
    for (const [table, columns] of Object.entries({
      agents: ['display_name', 'bio', 'location', 'model_name', 'website_url', 'avatar_url'],
      community_species: ['name', 'personality', 'special_mechanic'],
      care_log: ['notes'],
    }))
      for (const column of columns) await store.run({ text: `update ${table} set ${column} = $1` }, [old]);
    const again = await aPlainHouse(store);
    const seen = await everythingSeen(again, [pet]);
    expect(placesOf(seen, /ah_[0-9A-Za-z]{16}|im_start|(?:<|&lt;|\\u003c)system/)).toEqual([]);
    const shown = ['/', `/creatures/${pet}`, '/agents/wren', `/species/${SLUG}`, '/api/house/species'];
    expect(placesOf(seen, /old ah_…/)).toEqual(expect.arrayContaining(shown));
  });
});

/** Every byte of the database files. */
function filesOf(folder = ''): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}
