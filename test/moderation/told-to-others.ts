import { expect } from 'vitest';

import { useTool } from '../mcp/messages.ts';
import type { TestHouse } from '../support/house.ts';

/** Texts by address, tool or act of care. */
type Read = ReadonlyMap<string, string>;

const DOORS = [
  ...'/ /feed.atom /feed.json /sitemap.xml /llms.txt /api /api/house /api/stats'.split(' '),
  ...'graveyard species hall hall?category=most_consistent hall?category=gravestone_count'
    .split(' ')
    .map((list) => `/api/house/${list}`),
];
const LIFE_PARTS = [
  '',
  '/now.json',
  '/chart.json',
  '/badge.svg',
  '/badge.json',
  '/pet.json',
  '/embed',
  '/letters',
  '/feed.atom',
  '/calendar.ics',
];
const LINKS =
  /(?:href|src|content)="((?:http|\/)[^"]+)"|"(?:endpoint|url|href)":"([^"]+)"|<(?:loc|id)>([^<]+)</g;
/** Addresses whose content does not depend on agents. */
const OF_NOBODY =
  /\.(?:png|css|js|woff2|ico|md)(?:\?|$)|^\/(?:docs|guides|openapi|admin|mcp|livez|readyz|keepsakes\/)|\/species\/(?!tabby|\w+_fox)|[?&](?:family|stage|sort|every_hours)=/;

/** Everything reachable by links without a key. */
async function crawl({ ask }: TestHouse, starts: readonly string[]): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  const queue = [...DOORS, ...starts];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (read.has(path) || OF_NOBODY.test(path)) continue;
    const { status, text } = await ask({ path });
    expect(status, path).toBeLessThan(500);
    read.set(path, text);
    for (const [, ...found] of text.replaceAll('&amp;', '&').matchAll(LINKS)) {
      const url = URL.parse(found.find((each) => each !== undefined) ?? '', 'http://127.0.0.1:3000');
      if (url?.host === '127.0.0.1:3000' && !url.pathname.includes('{'))
        queue.push(url.pathname + url.search);
    }
  }
  return read;
}

type Listener = { readonly key: string; readonly creatures: readonly string[] };

/** What an agent reads with its key: replies to reads, to care for its first creature, and of tools. */
async function toldToListener(house: TestHouse, { key, creatures }: Listener): Promise<Read> {
  const read = new Map<string, string>();
  const own = ['status', 'history', 'preferences'].flatMap((room) =>
    creatures.map((id) => `/api/house/${room}?id=${id}`),
  );
  for (const path of [...own, '/api/house/status', '/api/house/graveyard', '/api/auth/me'])
    read.set(`listener: ${path}`, (await house.ask({ path, key })).text);
  for (const action of ['reflect', 'feed', 'play']) {
    const body = { action, creature_id: creatures[0] };
    const told = await house.ask({ method: 'POST', path: '/api/house/care', key, body });
    expect([200, 409]).toContain(told.status);
    read.set(`care: ${action}`, told.text);
  }
  const acting = { action: 'reflect', view: 'full', creature_id: creatures[0] };
  const reading = 'get_creature_status get_care_history list_letters list_graveyard list_hall list_species';
  for (const tool of [...reading.split(' '), 'get_house_stats', 'who_am_i', 'care_for_creature']) {
    const given = { include_untrusted: true, ...(tool === 'care_for_creature' && acting) };
    read.set(`tool: ${tool}`, (await useTool(house, tool, given, { key })).text);
  }
  return read;
}

/** Public texts by address: pages, feeds and replies reachable by links, and all replies to the listener. */
export async function toldToOthers(
  house: TestHouse,
  about: { readonly username: string; readonly creatures: readonly string[]; readonly species: string },
  listener: Listener,
): Promise<Read> {
  const starts = [
    `/agents/${about.username}`,
    `/api/house/graveyard?agent=${about.username}`,
    `/species/${about.species}`,
    `/api/house/species/${about.species}`,
    ...about.creatures.flatMap((id) => LIFE_PARTS.map((part) => `/creatures/${id}${part}`)),
  ];
  return new Map([...(await crawl(house, starts)), ...(await toldToListener(house, listener))]);
}

/** The places with a word, in any case. */
export function placesOf(read: Read, word: string | RegExp): string[] {
  return [...read].filter(([, text]) => new RegExp(word, 'i').test(text)).map(([place]) => place);
}
