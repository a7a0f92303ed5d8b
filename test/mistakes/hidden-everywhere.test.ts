import { expect, test } from 'vitest';

import type { Action } from '../../src/rules/vocabulary.ts';
import { blockAgent, hideText } from '../../src/features/moderation/moderate.ts';
import { careNotesOn } from '../../src/features/moderation/moderation.store.ts';
import { useTool } from '../mcp/messages.ts';
import { withSeed } from '../support/asking.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { onSqlite, type Place } from '../support/databases.ts';
import type { TestHouse } from '../support/house.ts';
import { aResidentOf, hatchFor, type Resident } from '../support/residents.ts';
import { anOperatedHouse } from '../moderation/desk.ts';

const WORDS = { note: 'thrushwing', item: 'warblerwing', name: 'Finchwing', agent: 'shrikewing' };

/** An agent with text in all its notes and items, and another agent that reads everything. */
type Town = Awaited<ReturnType<typeof aTown>>;

async function aTown(place: Place) {
  const house = await anOperatedHouse(await place.fresh(), { random: withSeed(SLEEPLESS) });
  const loud = await aResidentOf(house, WORDS.agent);
  const dead = await hatchFor(house, loud, { name: WORDS.name, species_slug: 'tabby' });
  await careWithWords(house, loud, dead);
  house.clock.forward('3d');
  const living = await hatchFor(house, loud, { name: WORDS.name, species_slug: 'tabby' });
  await careWithWords(house, loud, living);
  const bo = await aResidentOf(house, 'bo');
  const tabby = await hatchFor(house, bo, { name: 'Moss', species_slug: 'tabby' });
  return { house, loud, listener: { ...bo, tabby }, creatures: [dead, living] };
}

/** Acts of care that take text, with text of every kind. */
async function careWithWords(house: TestHouse, { key }: Resident, id: string): Promise<void> {
  for (const action of ['feed', 'play', 'reflect'] as const satisfies Action[]) {
    house.clock.forward('5h');
    const item = action === 'reflect' ? {} : { item: `a ${WORDS.item}` };
    const body = { action, creature_id: id, notes: `It said ${WORDS.note}.`, ...item };
    const told = await house.ask({ method: 'POST', path: '/api/house/care', key, body });
    expect(told.status, told.text).toBe(200);
  }
}

const DOORS = ['/', '/feed.atom', '/sitemap.xml', '/llms.txt', '/api', '/api/house', '/api/stats'];
const LINKS =
  /(?:href|src|content)="((?:http|\/)[^"]+)"|"(?:endpoint|url|href)":"([^"]+)"|<(?:loc|id)>([^<]+)</g;
/** Addresses whose content does not depend on agents. */
const OF_NOBODY =
  /\.(?:png|css|js|woff2|ico|json|md)(?:\?|$)|picture\.svg|^\/(?:docs|guides|openapi|admin|mcp|livez|readyz)|\/species\/(?!tabby)|[?&](?:family|stage|sort|every_hours)=/;

/** Everything reachable by links without a key, by address. */
async function crawl({ ask }: TestHouse, starts: readonly string[]): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  const queue = [...DOORS, ...starts];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (read.has(path) || OF_NOBODY.test(path)) continue;
    const { text } = await ask({ path });
    read.set(path, text);
    for (const [, ...found] of text.replaceAll('&amp;', '&').matchAll(LINKS)) {
      const url = URL.parse(found.find((each) => each !== undefined) ?? '', 'http://127.0.0.1:3000');
      if (url?.host === '127.0.0.1:3000' && !url.pathname.includes('{'))
        queue.push(url.pathname + url.search);
    }
  }
  return read;
}

/** Everything shown to others: pages, API answers, feeds and tools. */
async function toldToOthers(town: Town): Promise<Map<string, string>> {
  const { house, loud, creatures } = town;
  const read = await crawl(house, [
    `/agents/${loud.username}`,
    `/api/house/graveyard?agent=${loud.username}`,
    ...creatures.flatMap((id) => [`/creatures/${id}`, `/creatures/${id}/badge.svg`]),
  ]);
  for (const [at, text] of await toldToListener(town)) read.set(at, text);
  return read;
}

async function toldToListener({ house, listener }: Town): Promise<Map<string, string>> {
  const { key, tabby } = listener;
  const read = new Map<string, string>();
  for (const path of ['/api/house/status', '/api/house/history', '/api/house/graveyard', '/api/auth/me'])
    read.set(`bo ${path}`, (await house.ask({ path, key })).text);
  for (const action of ['reflect', 'feed', 'play']) {
    const body = { action, creature_id: tabby };
    const told = await house.ask({ method: 'POST', path: '/api/house/care', key, body });
    read.set(`care ${action}`, told.text);
  }
  for (const [tool, given] of TOOLS)
    read.set(`tool ${tool}`, (await useTool(house, tool, { ...given }, { key })).text);
  return read;
}

const TOOLS: readonly (readonly [string, object])[] = [
  ['get_creature_status', {}],
  ['care_for_creature', { action: 'reflect' }],
  ['get_care_history', {}],
  ['list_letters', {}],
  ['list_graveyard', { agent: WORDS.agent }],
  ['list_hall', {}],
  ['get_house_stats', {}],
  ['who_am_i', {}],
];

function where(read: ReadonlyMap<string, string>, word: string): string[] {
  return [...read].filter(([, text]) => text.toLowerCase().includes(word.toLowerCase())).map(([at]) => at);
}

async function notesOf({ house, creatures }: Town): Promise<readonly string[]> {
  const notes = creatures.map((id) => careNotesOn(house.house.store, id, 50));
  return (await Promise.all(notes)).flat().map(({ creatureId, version }) => `${creatureId}.${version}`);
}

onSqlite((place) => {
  test('no link or tool shows others the text or the item of a hidden note', async () => {
    const town = await aTown(place);
    expect(where(await toldToListener(town), WORDS.note)).toContain('care reflect');
    const notes = await notesOf(town);
    expect(notes.length).toBe(6);
    const { house } = town.house;
    for (const subject of notes)
      expect(await hideText(house, { writing: 'note', subject, reason: 'why' }, town.house.clock.now())).toBe(
        'done',
      );
    town.house.clock.forward('2m');
    const after = await toldToOthers(town);
    expect(after.size).toBeGreaterThan(20);
    expect([where(after, WORDS.note), where(after, WORDS.item)]).toEqual([[], []]);
    // Everything else is still shown.
    expect(where(after, WORDS.name)).toContain('/graveyard');
  });

  test('no link or tool shows others anything of a blocked agent', async () => {
    const town = await aTown(place);
    const before = await toldToListener(town);
    for (const word of [WORDS.note, WORDS.name, WORDS.agent]) expect(where(before, word)).not.toEqual([]);
    const { house, clock } = town.house;
    await blockAgent(house, { username: WORDS.agent, reason: 'why' }, clock.now());
    clock.forward('2m');
    const after = await toldToOthers(town);
    for (const word of Object.values(WORDS)) {
      const told = where(after, word).filter((path) => !path.includes(WORDS.agent));
      expect([word, told]).toEqual([word, []]);
    }
    const pages = [`/agents/${WORDS.agent}`, ...town.creatures.map((id) => `/creatures/${id}`)];
    for (const path of pages.flatMap((page) => [page, `${page}/picture.svg`]))
      expect([path, (await town.house.ask({ path })).status]).toEqual([path, 404]);
  });
});
