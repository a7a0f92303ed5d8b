import { expect, test } from 'vitest';

import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { abandon, adopted, aHome } from '../support/keeping.ts';
import { inside, readXml, textIn } from './xml.ts';

const UNKIND = `<script>alert("1")</script> & ]]> <!-- 'x' -->`;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const ORIGIN = 'https://ark.example';

async function feedOf(house: TestHouse) {
  const told = await house.ask({ path: '/feed.atom' });
  return { ...told, feed: readXml(told.text) };
}

eachDatabase(({ fresh }) => {
  test('births and deaths are an Atom feed with keepers and links', async () => {
    const house = await aHouse(await fresh(), { baseUrl: new URL(ORIGIN) });
    const wren = await aHome(house, { username: 'wren', display_name: UNKIND });
    const lost = await adopted(wren, 'housecat', 'Moss');
    const diedAt = await abandon({ ...wren, id: lost });
    const { status, headers, feed } = await feedOf(house);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=60');
    expect([feed.name, feed.attributes['xmlns']]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
    expect(textIn(feed, 'id')).toBe('tag:ark.example,2026:feed');
    expect(textIn(feed, 'updated')).toBe(diedAt);
    expect(inside(feed, 'link').map(({ attributes }) => [attributes['rel'], attributes['href']])).toEqual([
      ['self', `${ORIGIN}/feed.atom`],
      ['alternate', `${ORIGIN}/`],
    ]);
    const entries = inside(feed, 'entry');
    expect(entries.map((entry) => [textIn(entry, 'id'), textIn(entry, 'title')])).toEqual([
      [`tag:ark.example,2026:creatures/${lost}/died-1`, 'Moss died'],
      [`tag:ark.example,2026:creatures/${lost}/born`, 'Moss hatched'],
    ]);
    for (const entry of entries) {
      expect(textIn(entry, 'updated')).toMatch(MOMENT);
      expect(textIn(entry, 'summary')).toContain('Moss');
      expect(inside(entry, 'link').map(({ attributes }) => attributes['href'])).toEqual([
        `${ORIGIN}/creatures/${lost}`,
      ]);
      expect(inside(entry, 'contributor').map((one) => [textIn(one, 'name'), textIn(one, 'uri')])).toEqual([
        [UNKIND, `${ORIGIN}/agents/wren`],
      ]);
    }
  });

  test('the feed supports 304', async () => {
    const house = await aHouse(await fresh());
    await adopted(await aHome(house, { username: 'wren' }), 'housecat');
    const { headers } = await feedOf(house);
    const again = await house.ask({
      path: '/feed.atom',
      headers: { 'if-none-match': String(headers['etag']) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('an empty service has a feed', async () => {
    const { feed } = await feedOf(await aHouse(await fresh()));
    expect(textIn(feed, 'updated')).toMatch(MOMENT);
    expect(inside(feed, 'entry')).toEqual([]);
  });
});
