import { Resvg } from '@resvg/resvg-js';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';

import { DAY } from '../../src/rules/base/clock.ts';
import { withSeed } from '../support/asking.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { abandon, adopt, adopted, aHome, bringBack, care, kept, release } from '../support/keeping.ts';
import { anyStore } from '../support/stores/any-store.ts';

const ORIGIN = 'https://ark.example';
const BROWSER = { accept: 'text/html' };
const HOSTILE = `<script>alert("1")</script> & ]]> <!-- 'x' -->`;
/** What stands inside all elements of this name. Chromium checks in payloads.test.ts that documents are well-formed. */
const inside = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner);
const unescaped = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

function textIn(xml: string, name: string): string {
  const [only = '', ...more] = inside(xml, name);
  expect(more, name).toEqual([]);
  return unescaped(only);
}

const linksIn = (xml: string) => [...xml.matchAll(/<link [^>]*href="([^"]*)"/g)].map(([, href]) => href);
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

const aWakefulHouse = async () =>
  aHouse(await anyStore(), { baseUrl: new URL(ORIGIN), house: { random: withSeed(SLEEPLESS) } });

async function badgeOf(house: TestHouse, id: string) {
  const told = await house.ask({ path: `/creatures/${id}/badge.svg` });
  expect(told.status, told.text).toBe(200);
  // A real SVG parser must accept it, too.
  expect(() => new Resvg(told.text, { font: { loadSystemFonts: false } }).render()).not.toThrow();
  return {
    ...told,
    says: unescaped(/aria-label="([^"]*)"/.exec(told.text)?.[1] ?? ''),
    lines: inside(inside(told.text, 'g')[0] ?? '', 'text').map(unescaped),
    colour: /z" fill="(#\w+)"/.exec(told.text)?.[1],
  };
}

test('a badge shows name, stage and mood, or danger in words and colour, and cannot run scripts', async () => {
  const house = await aWakefulHouse();
  const bo = await kept(house, 'housecat');
  const well = await badgeOf(house, bo.id);
  expect([well.says, ...well.lines]).toEqual(['Bo: baby, happy', 'Bo', 'baby, happy']);
  const cached = { 'cache-control': 'public, max-age=60', etag: expect.any(String) };
  expect(well.headers).toMatchObject({ 'content-type': 'image/svg+xml', ...cached });
  house.clock.forward('14h');
  expect((await badgeOf(house, bo.id)).says).toBe('Bo: baby, waiting for its meal');
  house.clock.forward('12h');
  const { says, colour } = await badgeOf(house, bo.id);
  expect(says).toMatch(/^Bo: child, dies in \d+ hours(?: and \d+ minutes?)? if nobody comes: it needs food$/);
  expect(colour).not.toBe(well.colour);
  await abandon(bo);
  expect((await badgeOf(house, bo.id)).says).toBe('Bo: at rest');
});

test('a badge with ?animated begins with the creature, which breathes and blinks while it lives', async () => {
  const house = await aWakefulHouse();
  const bo = await kept(house, 'housecat');
  const asked = (query: string) => house.ask({ path: `/creatures/${bo.id}/badge.svg${query}` });
  const moving = await asked('?animated');
  expect(moving.text).toContain('prefers-reduced-motion:no-preference');
  expect(moving.text.match(/class="(?:open|shut|breathing)"/g)).toHaveLength(3);
  expect(() => new Resvg(moving.text, { font: { loadSystemFonts: false } }).render()).not.toThrow();
  expect(moving.headers['etag']).not.toBe((await asked('')).headers['etag']);
  expect((await asked('')).text).not.toContain('<style');
  await abandon(bo);
  expect((await asked('?animated')).text).not.toContain('class="breathing"');
});

test('a badge hatches no egg, hides hidden moods, escapes names, and stays after a release', async () => {
  const house = await aWakefulHouse();
  const { creature } = await adopt(await aHome(house, { username: 'wren' }), { name: 'Egg' });
  for (const _ of [1, 2]) {
    expect((await badgeOf(house, creature.id)).says).toBe('Egg: egg');
    house.clock.forward('2h');
  }
  const shy = await kept(house, 'hedgehog', 'heron');
  expect((await badgeOf(house, shy.id)).says).toBe('Bo: baby');
  await release(shy);
  house.clock.forward('1m');
  expect((await badgeOf(house, shy.id)).says).toBe('Bo: set free');
  const { id } = await kept(house, 'housecat', 'robin');
  const name = `</text><script>x</script>&"'\u0007 of a great many letters`;
  await house.house.store.run({ text: 'update creatures set name = $2 where id = $1' }, [id, name]);
  expect((await badgeOf(house, id)).lines[0]).toBe(`</text><script>x</scrip…`);
  for (const nobody of ['nobody', '0f0f0f0f-0000-4000-8000-000000000000', '%3Csvg%3E'])
    expect((await house.ask({ path: `/creatures/${nobody}/badge.svg` })).status).toBe(404);
});

test('births and deaths are an Atom feed with keepers and links, also when empty', async () => {
  const house = await aWakefulHouse();
  const feedOf = async () => {
    // Responses may be cached for some seconds.
    house.clock.forward('1m');
    return house.ask({ path: '/feed.atom' });
  };
  const empty = (await feedOf()).text;
  expect(textIn(empty, 'updated')).toMatch(MOMENT);
  expect(inside(empty, 'entry')).toEqual([]);
  const wren = await aHome(house, { username: 'wren', display_name: HOSTILE });
  const lost = await adopted(wren, 'housecat', 'Moss');
  const diedAt = await abandon({ ...wren, id: lost });
  const { headers, text } = await feedOf();
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  expect(headers['cache-control']).toBe('public, max-age=60');
  expect(text).toContain('<feed xmlns="http://www.w3.org/2005/Atom"');
  const [before = ''] = text.split('<entry>', 1);
  expect(textIn(before, 'id')).toBe('tag:ark.example,2026:feed');
  expect(textIn(before, 'updated')).toBe(diedAt);
  expect(linksIn(before)).toEqual([`${ORIGIN}/feed.atom`, `${ORIGIN}/`]);
  expect(before).toMatch(/rel="self"[^]*rel="alternate"/);
  const entries = inside(text, 'entry');
  expect(entries.map((entry) => [textIn(entry, 'id'), textIn(entry, 'title')])).toEqual([
    [`tag:ark.example,2026:creatures/${lost}/died-1`, 'Moss died'],
    [`tag:ark.example,2026:creatures/${lost}/born`, 'Moss hatched'],
  ]);
  for (const entry of entries) {
    expect(textIn(entry, 'updated')).toMatch(MOMENT);
    expect(textIn(entry, 'summary')).toContain('Moss');
    expect(linksIn(entry)).toEqual([`${ORIGIN}/creatures/${lost}`]);
    expect([textIn(entry, 'name'), textIn(entry, 'uri')]).toEqual([HOSTILE, `${ORIGIN}/agents/wren`]);
  }
});

test('the JSON feed has the entries of the Atom feed', async () => {
  const house = await aWakefulHouse();
  const wren = await aHome(house, { username: 'wren', display_name: HOSTILE });
  const lost = await adopted(wren, 'housecat', 'Moss');
  await abandon({ ...wren, id: lost });
  const { headers, text } = await house.ask({ path: '/feed.json' });
  expect(headers['content-type']).toBe('application/feed+json; charset=utf-8');
  const { items, ...feed } = JSON.parse(text) as { readonly items: readonly Record<string, unknown>[] };
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    feed_url: `${ORIGIN}/feed.json`,
  });
  const atom = inside((await house.ask({ path: '/feed.atom' })).text, 'entry');
  const inAtom = (name: string) => atom.map((entry) => textIn(entry, name));
  const inJson = (name: string) => items.map((item) => item[name]);
  expect(inJson('id')).toEqual(inAtom('id'));
  expect([inJson('title'), inJson('content_text')]).toEqual([inAtom('title'), inAtom('summary')]);
  expect([inJson('date_published'), inJson('date_modified')]).toEqual([
    inAtom('published'),
    inAtom('updated'),
  ]);
  expect(items[0]).toMatchObject({
    url: `${ORIGIN}/creatures/${lost}`,
    authors: [{ name: HOSTILE, url: `${ORIGIN}/agents/wren` }],
    tags: ['died'],
  });
});

async function metaOf(house: TestHouse, id: string): Promise<ReadonlyMap<string, string>> {
  house.clock.forward('1m');
  const { text } = await house.ask({ path: `/creatures/${id}`, headers: BROWSER });
  const tags = text.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
  return new Map([...tags].map(([, name = '', content = '']) => [name, content]));
}

/** The start of each event of a calendar, by its summary. */
async function datesOf(house: TestHouse, id: string) {
  const told = await house.ask({ path: `/creatures/${id}/calendar.ics` });
  expect(told.headers['content-type']).toBe('text/calendar; charset=utf-8');
  const events = new ICAL.Component(ICAL.parse(told.text) as unknown[]).getAllSubcomponents('vevent');
  const valuesOf = (name: string) => events.map((event) => String(event.getFirstPropertyValue(name)));
  expect(new Set(valuesOf('uid')).size).toBe(events.length);
  const starts = valuesOf('dtstart');
  return new Map(valuesOf('summary').map((summary, at) => [summary, starts[at] ?? '']));
}

const icalMoment = (moment: string) => moment.replace(/\.\d+/, '');

test('a link preview has name, age, state and time left; after death lifetime and resurrection deadline', async () => {
  const house = await aWakefulHouse();
  const bo = await kept(house, 'housecat');
  house.clock.forward('9h');
  const meta = await metaOf(house, bo.id);
  expect(meta.get('og:title')).toBe('Bo, a Housecat of 9 hours');
  const told =
    /^Bo, a Housecat of 9 hours, [a-z ]+; dies in \d+ hours(?: and \d+ minutes?)? if nobody comes\.$/;
  for (const name of ['og:description', 'description', 'og:image:alt']) expect(meta.get(name)).toMatch(told);
  const diedAt = await abandon(bo);
  expect((await metaOf(house, bo.id)).get('og:description')).toMatch(
    /^Bo, a Housecat, lived 1 day[a-z0-9 ]* and died of neglect on \d+ \w+ 2026\. It can be brought back until \d+ \w+ 2026\.$/,
  );
  const dates = await datesOf(house, bo.id);
  expect(dates.get('Bo died')).toBe(icalMoment(diedAt));
  const deadline = new Date(Date.parse(diedAt) + 7 * DAY).toISOString();
  expect(dates.get('Bo can no longer be brought back')).toBe(icalMoment(deadline));
  house.clock.forward('8d');
  expect((await metaOf(house, bo.id)).get('og:description')).not.toContain('brought back');
  expect([...(await datesOf(house, bo.id)).keys()]).not.toContain('Bo can no longer be brought back');
});

test('for hidden stats a preview has no mood or clock, and the calendar no death time', async () => {
  const house = await aWakefulHouse();
  const { id } = await kept(house, 'hedgehog');
  house.clock.forward('3h');
  const meta = await metaOf(house, id);
  expect(meta.get('og:description')).toBe('Bo, a Hedgehog of 3 hours; how long it can wait is its secret.');
  const told = ['Bo was taken in', 'Bo hatched', 'The birthday of Bo', 'Bo becomes a child'];
  expect([...(await datesOf(house, id)).keys()]).toEqual(told);
});

test('the public calendar has the events of a life and the death time of the API', async () => {
  const house = await aWakefulHouse();
  const bo = await kept(house, 'housecat');
  house.clock.forward('4h');
  await care(bo, 'feed');
  const { creature } = await house.as(bo.key).getCreatureStatus({ query: {} });
  const dies = 'death_clock' in creature ? creature.death_clock?.dies_at : undefined;
  const dates = await datesOf(house, bo.id);
  expect(dates.get('The latest moment to come to Bo')).toBe(icalMoment(dies ?? ''));
  expect(dates.get('The birthday of Bo')).toBe(dates.get('Bo hatched'));
  await release(bo);
  house.clock.forward('2m');
  const left = ['Bo was taken in', 'Bo hatched', 'Bo was let go'];
  expect([...(await datesOf(house, bo.id)).keys()]).toEqual(left);
});

test('the birthday of a resurrected creature stays the day of its hatching', async () => {
  const house = await aWakefulHouse();
  const bo = await kept(house, 'housecat');
  const born = (await datesOf(house, bo.id)).get('The birthday of Bo');
  await abandon(bo);
  await bringBack(bo);
  const dates = await datesOf(house, bo.id);
  expect(dates.get('Bo came back')).not.toBe(born);
  expect([dates.get('The birthday of Bo'), dates.get('Bo hatched')]).toEqual([born, born]);
});

test('the Atom feed of a life has its events and public notes', async () => {
  const house = await aWakefulHouse();
  const wren = await aHome(house, { username: 'wren', display_name: HOSTILE });
  const id = await adopted(wren, 'housecat', 'Moss');
  house.clock.forward('4h');
  await care(wren, 'feed', { notes: 'a private remark' });
  await care(wren, 'reflect', { notes: 'It likes <rain> & tea' });
  house.clock.forward('21h');
  const { text } = await house.ask({ path: `/creatures/${id}/feed.atom` });
  const [before = ''] = text.split('<entry>', 1);
  expect(textIn(before, 'id')).toBe(`tag:ark.example,2026:creatures/${id}/life`);
  expect(linksIn(before)).toEqual([`${ORIGIN}/creatures/${id}/feed.atom`, `${ORIGIN}/creatures/${id}`]);
  const entries = inside(text, 'entry');
  const titles = 'was taken in, hatched, had its first meal, stopped being a baby'.split(', ');
  expect(entries.map((entry) => textIn(entry, 'title'))).toEqual(
    expect.arrayContaining(['Its keeper wrote', ...titles.map((title) => `Moss ${title}`)]),
  );
  const moments = entries.map((entry) => textIn(entry, 'published'));
  expect(moments).toEqual(moments.toSorted().toReversed());
  expect(textIn(before, 'updated')).toBe(moments[0]);
  expect(new Set(entries.map((entry) => textIn(entry, 'id'))).size).toBe(entries.length);
  const wrote = entries.find((entry) => textIn(entry, 'title') === 'Its keeper wrote');
  expect(textIn(wrote ?? '', 'summary')).toBe('It likes <rain> & tea');
  expect(text).not.toContain('private remark');
});

test('only the embed may be framed by other sites; it has no scripts, and the page has its snippet', async () => {
  const house = await aWakefulHouse();
  const id = await adopted(await aHome(house, { username: 'wren' }), 'housecat', 'A_b_ c');
  const embed = await house.ask({ path: `/creatures/${id}/embed`, headers: BROWSER });
  const policy = String(embed.headers['content-security-policy']);
  expect(policy).toContain('frame-ancestors *');
  expect(policy).not.toMatch(/script-src|connect-src|unsafe/);
  expect(embed.text).not.toContain('<script');
  expect(embed.text).toContain('noindex');
  expect(embed.text).toContain(`href="/creatures/${id}" target="_blank" rel="noopener"`);
  for (const file of ['embed', 'feed.atom', 'calendar.ics', 'card-square.png'])
    expect((await house.ask({ path: `/creatures/${id.replace(/^./, '0')}x/${file}` })).status).toBe(404);
  const { headers, text } = await house.ask({ path: `/creatures/${id}`, headers: BROWSER });
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  const page = `${ORIGIN}/creatures/${id}`;
  const pasted = [...text.matchAll(/<pre data-copy[^>]*><code>([^<]*)</g)].map(([, code = '']) =>
    code.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
  );
  expect(pasted).toEqual([
    page,
    `[![A_b_ c](${page}/badge.svg?animated)](${page})`,
    `<iframe src="${page}/embed" title="A_b_ c at Arkhouse" width="360" height="152" loading="lazy"></iframe>`,
    `npx -y --package=${ORIGIN}/arkhouse-agent.tgz arkhouse-agent desktop --watch --base-url ${ORIGIN} --creature ${id}`,
  ]);
});
