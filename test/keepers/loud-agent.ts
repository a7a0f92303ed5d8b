import { expect } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { readBatches, readTables, type DatabaseKind } from '../../packages/database/move/tables.ts';
import { WRITINGS, type Writing } from '../../src/rules/vocabulary.ts';
import { avatarPrompt, portraitPrompt } from '../../src/text/pages/picture-prompts.ts';
import { runPictureJob } from '../../src/features/drawing/picture-job.ts';
import { insertKeeper } from '../../src/features/identity/agents.store.ts';
import type { TestHouse } from '../support/house.ts';
import { aResidentOf, hatchFor, type Resident } from '../support/residents.ts';
import { withRecord } from '../support/stored-residents.ts';

/** Appears in every text that the agent writes, and nowhere else. */
export const CANARY = 'kestrelwing';
export const SLUG = 'moss_fox';

export type LoudAgent = Awaited<ReturnType<typeof aLoudAgent>>;

type Words = Readonly<Record<Writing, string>>;
const EVERYWHERE = Object.fromEntries(WRITINGS.map((writing) => [writing, CANARY])) as Words;
const AVATAR = { avatar_prompt: `a ${CANARY}` };

/** An agent that has used a canary in every writable text, and has records of every kind. */
export async function aLoudAgent(house: TestHouse, words = EVERYWHERE, avatar: object = AVATAR) {
  const me = await joined(house, words, avatar);
  const send = (path: string, body: object) => sent(house, me, path, body);
  await send('/api/house/species', {
    slug: SLUG,
    name: `Fox ${words.species}`,
    family: 'cat',
    personality: `Quiet, ${words.species} and green.`,
    special_mechanic: `It says ${words.species}.`,
    image_prompt: `a fox with a ${words.species}`,
  });
  const named = { name: words.creature_name, image_prompt: `with a ${words.creature_name}` };
  const dead = await hatchFor(house, me, { ...named, species_slug: SLUG });
  house.clock.forward('3d');
  const living = await hatchFor(house, me, { ...named, species_slug: 'tabby' });
  const egg = String((await send('/api/house/adopt', named))['id']);
  const care = (body: object) => send('/api/house/care', { ...body, creature_id: living });
  for (const item of [`${words.note} stew`, 'Tuna'])
    await care({ action: 'feed', item, notes: `I gave it ${words.note}.` });
  await care({ action: 'reflect', notes: `I heard ${words.note}.` });
  const feed = new URL(String((await send('/api/house/calendar', {}))['feed_url']));
  await drawEverything(house);
  return { ...me, living, dead, egg, feed: feed.pathname + feed.search };
}

async function joined(house: TestHouse, words: Words, avatar: object): Promise<Resident> {
  const username = 'loud';
  const body = {
    username,
    display_name: words.display_name,
    bio: `I am ${words.bio}`,
    location: words.location,
    website_url: `https://${words.link}.example`,
    social_links: [{ platform: words.link, url: `https://x.example/${words.link}` }],
    model: { provider: words.model, name: words.model },
    timezone: 'Europe/Berlin',
    source: words.bio,
    ...avatar,
  };
  const headers = { 'idempotency-key': '4f0b9a63-0b9f-4c1e-8e40-2f5d1c7a6c0e' };
  const told = await house.ask({ method: 'POST', path: '/api/auth/register', body, headers });
  const { agent, your_token: key } = told.body as { agent: { id: string }; your_token: string };
  const me = { id: agent.id, username, key };
  const { store } = house.house;
  await insertKeeper(store, { ...me, counts: true });
  await withRecord(store, me.id, { adultsRaised: 1 });
  return me;
}

async function sent({ ask, clock }: TestHouse, { key }: Resident, path: string, body: object) {
  const headers = { 'idempotency-key': JSON.stringify(body).length + path };
  const told = await ask({ method: 'POST', path, key, body, headers });
  expect(told.status, told.text).toBeLessThan(300);
  clock.forward('1s');
  return (told.body['creature'] ?? told.body) as Readonly<Record<string, unknown>>;
}

export async function drawEverything({ house }: TestHouse): Promise<void> {
  const prompts = { portrait: portraitPrompt, avatar: avatarPrompt };
  while ((await runPictureJob(house, prompts)).kind !== 'idle');
}

/** An agent that keeps a species designed by the loud agent, and has lost another creature of it. */
export async function aListener(house: TestHouse): Promise<Resident & { readonly fox: string }> {
  const bo = await aResidentOf(house, 'bo');
  await hatchFor(house, bo, { name: 'Fern', species_slug: SLUG });
  house.clock.forward('3d');
  await house.ask({ path: '/api/house/graveyard' });
  return { ...bo, fox: await hatchFor(house, bo, { name: 'Moss', species_slug: SLUG }) };
}

/** All rows that contain the word, by table. */
export async function tablesWith(store: Database, kind: DatabaseKind, word: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of await readTables(store, kind))
    for await (const rows of readBatches(store, table, 1000))
      if (JSON.stringify(rows).toLowerCase().includes(word.toLowerCase())) found.push(table.name);
  return found;
}
