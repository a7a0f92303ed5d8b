import { expect, test } from 'vitest';

import { DAY } from '../../src/rules/base/clock.ts';
import { withSeed } from '../support/asking.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { abandon, adopted, aHome, care, kept, release } from '../support/keeping.ts';
import { inside, readXml, textIn } from './xml.ts';

const ORIGIN = 'https://ark.example';
const PEOPLE = { accept: 'text/html' };
const wakeful = { baseUrl: new URL(ORIGIN), house: { random: withSeed(SLEEPLESS) } };

async function metaOf(house: TestHouse, id: string): Promise<ReadonlyMap<string, string>> {
  house.clock.forward('1m');
  const { text } = await house.ask({ path: `/creatures/${id}`, headers: PEOPLE });
  return new Map(
    [...text.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(
      ([, name = '', content = '']) => [name, content],
    ),
  );
}

/** The dates of a calendar, by what they are called there, with lines unfolded. */
async function datesOf(house: TestHouse, id: string) {
  const told = await house.ask({ path: `/creatures/${id}/calendar.ics` });
  expect(told.headers['content-type']).toBe('text/calendar; charset=utf-8');
  for (const line of told.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const lines = told.text.replaceAll('\r\n ', '').split('\r\n');
  expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0']);
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
  const valuesOf = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []));
  const uids = valuesOf('UID');
  expect(new Set(uids).size).toBe(uids.length);
  const starts = valuesOf('DTSTART');
  return new Map(valuesOf('SUMMARY').map((summary, at) => [summary, starts[at] ?? '']));
}

const icalMoment = (moment: string) => moment.replaceAll(/[-:]|\.\d+/g, '');

eachDatabase(({ fresh }) => {
  test('a link preview has name, age, state and time left', async () => {
    const house = await aHouse(await fresh(), wakeful);
    const { id } = await kept(house, 'housecat');
    house.clock.forward('9h');
    const meta = await metaOf(house, id);
    expect(meta.get('og:title')).toBe('Bo, a Housecat of 9 hours');
    const told = /^Bo, a Housecat of 9 hours, [a-z ]+; dies in \d+ hours if nobody comes\.$/;
    for (const name of ['og:description', 'description', 'og:image:alt'])
      expect(meta.get(name)).toMatch(told);
  });

  test('for hidden stats a preview has no mood or clock, and the calendar no death time', async () => {
    const house = await aHouse(await fresh(), wakeful);
    const { id } = await kept(house, 'hedgehog');
    house.clock.forward('3h');
    const meta = await metaOf(house, id);
    expect(meta.get('og:description')).toBe('Bo, a Hedgehog of 3 hours; how long it can wait is its secret.');
    expect([...(await datesOf(house, id)).keys()]).toEqual([
      'Bo was taken in',
      'Bo hatched',
      'The birthday of Bo',
      'Bo becomes a child',
    ]);
  });

  test('the preview of a dead creature has its lifetime and resurrection deadline', async () => {
    const house = await aHouse(await fresh(), wakeful);
    const bo = await kept(house, 'housecat');
    const diedAt = await abandon(bo);
    const meta = await metaOf(house, bo.id);
    expect(meta.get('og:description')).toMatch(
      /^Bo, a Housecat, lived 1 day[a-z0-9 ]* and died of neglect on \d+ \w+ 2026\. It can be brought back until \d+ \w+ 2026\.$/,
    );
    const dates = await datesOf(house, bo.id);
    expect(dates.get('Bo died')).toBe(icalMoment(diedAt));
    expect(dates.get('Bo can no longer be brought back')).toBe(
      icalMoment(new Date(Date.parse(diedAt) + 7 * DAY).toISOString()),
    );
    house.clock.forward('8d');
    expect((await metaOf(house, bo.id)).get('og:description')).not.toContain('brought back');
    expect([...(await datesOf(house, bo.id)).keys()]).not.toContain('Bo can no longer be brought back');
  });

  test('the Atom feed of a life has its events and public notes', async () => {
    const house = await aHouse(await fresh(), wakeful);
    const wren = await aHome(house, { username: 'wren', display_name: '<b>Wren</b> & ]]>' });
    const id = await adopted(wren, 'housecat', 'Moss');
    house.clock.forward('4h');
    await care(wren, 'feed', { notes: 'a private remark' });
    await care(wren, 'reflect', { notes: 'It likes <rain> & tea' });
    house.clock.forward('21h');
    const { status, headers, text } = await house.ask({ path: `/creatures/${id}/feed.atom` });
    expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    const feed = readXml(text);
    expect(textIn(feed, 'id')).toBe(`tag:ark.example,2026:creatures/${id}/life`);
    expect(inside(feed, 'link').map(({ attributes }) => attributes['href'])).toEqual([
      `${ORIGIN}/creatures/${id}/feed.atom`,
      `${ORIGIN}/creatures/${id}`,
    ]);
    const entries = inside(feed, 'entry');
    expect(entries.map((entry) => textIn(entry, 'title'))).toEqual(
      expect.arrayContaining([
        'Moss was taken in',
        'Moss hatched',
        'Moss had its first meal',
        'Its keeper wrote',
        'Moss stopped being a baby',
      ]),
    );
    const moments = entries.map((entry) => textIn(entry, 'published'));
    expect(moments).toEqual(moments.toSorted().toReversed());
    expect(textIn(feed, 'updated')).toBe(moments[0]);
    const ids = entries.map((entry) => textIn(entry, 'id'));
    expect(new Set(ids).size).toBe(ids.length);
    const wrote = entries.find((entry) => textIn(entry, 'title') === 'Its keeper wrote');
    expect(wrote && textIn(wrote, 'summary')).toBe('It likes <rain> & tea');
    expect(text).not.toContain('private remark');
  });

  test('the calendar has its days and the latest check-in of the API', async () => {
    const house = await aHouse(await fresh(), wakeful);
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
    expect([...(await datesOf(house, bo.id)).keys()]).toEqual([
      'Bo was taken in',
      'Bo hatched',
      'Bo was let go',
    ]);
  });

  test('only the embed may be framed by other sites, and it has no scripts', async () => {
    const house = await aHouse(await fresh(), wakeful);
    const { id } = await kept(house, 'housecat');
    const embed = await house.ask({ path: `/creatures/${id}/embed`, headers: PEOPLE });
    const policy = String(embed.headers['content-security-policy']);
    expect(policy).toContain('frame-ancestors *');
    expect(policy).not.toMatch(/script-src|connect-src|unsafe/);
    expect(embed.text).not.toContain('<script');
    expect(embed.text).toContain('noindex');
    expect(embed.text).toContain(`href="/creatures/${id}" target="_blank" rel="noopener"`);
    const page = await house.ask({ path: `/creatures/${id}`, headers: PEOPLE });
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    for (const file of ['embed', 'feed.atom', 'calendar.ics', 'card-square.png'])
      expect((await house.ask({ path: `/creatures/${id.replace(/^./, '0')}x/${file}` })).status).toBe(404);
  });

  test('the embed snippet has its name and URLs', async () => {
    const house = await aHouse(await fresh(), wakeful);
    const wren = await aHome(house, { username: 'wren' });
    const id = await adopted(wren, 'housecat', 'A_b_ c');
    const { text } = await house.ask({ path: `/creatures/${id}`, headers: PEOPLE });
    const page = `${ORIGIN}/creatures/${id}`;
    const pasted = [...text.matchAll(/<pre data-copy[^>]*><code>([^<]*)</g)].map(([, code = '']) =>
      code.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
    );
    expect(pasted).toEqual([
      page,
      `[![A_b_ c](${page}/badge.svg)](${page})`,
      `<iframe src="${page}/embed" title="A_b_ c at Arkhouse" width="360" height="152" loading="lazy"></iframe>`,
    ]);
  });
});
