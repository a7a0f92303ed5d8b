import { expect, test } from 'vitest';

import { CATALOG } from '../../src/rules/species/catalog.ts';
import { sitemapParts } from '../../src/features/public/browse-creatures.ts';
import { blockAgent } from '../../src/features/moderation/moderate.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { aDesignerOf, hatchFor } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

async function pathsIn({ ask }: TestHouse, path: string): Promise<string[]> {
  const { status, text } = await ask({ path });
  expect(status, path).toBe(200);
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
}

test('the sitemap lists every public creature, species and guide, and nothing hidden', async () => {
  const house = await aHouse(await anyStore());
  const wren = await aDesignerOf(house, 'wren');
  const lost = await hatchFor(house, wren, { name: 'Moss' });
  house.clock.forward('100h');
  const living = await hatchFor(house, wren, { name: 'Bo' });
  for (const hidden of ['rook', 'test-crow'])
    await hatchFor(house, await aDesignerOf(house, hidden), { name: 'Shade' });
  const design = { slug: 'moss_fox', name: 'Moss Fox', family: 'cat', personality: 'Naps all day long.' };
  await house.ask({ method: 'POST', path: '/api/house/species', key: wren.key, body: design });
  await blockAgent(house.house, { username: 'rook', reason: '' }, house.clock.now());

  const parts = await pathsIn(house, '/sitemap.xml');
  const pages = (await Promise.all(parts.map((part) => pathsIn(house, part)))).flat();
  const creatures = pages.filter((path) => path.startsWith('/creatures/'));
  expect(creatures.toSorted()).toEqual([`/creatures/${lost}`, `/creatures/${living}`].toSorted());
  const some = ['/', '/guides/feeding', '/species/moss_fox', `/species/${CATALOG[0]?.slug}`];
  expect(pages).toEqual(expect.arrayContaining(some));
  expect(new Set(pages).size).toBe(pages.length);

  const half = living.slice(0, 2);
  expect(await pathsIn(house, `/sitemap/creatures/${half}.xml`)).toContain(`/creatures/${living}`);
  for (const none of ['ffff.xml', 'ALL.xml', 'x.xml', 'all'])
    expect((await house.ask({ path: `/sitemap/creatures/${none}` })).status, none).toBe(404);
});

const PARTS = { 0: 1, 2500: 1, 2501: 16, 40_000: 16, 1_000_000: 4096, 1_000_000_000: 4096 };

test.each(Object.entries(PARTS))(
  '%s creatures are listed in %i parts, with distinct beginnings',
  (creatures, count) => {
    const parts = sitemapParts(Number(creatures));
    expect(parts).toHaveLength(count);
    expect(new Set(parts).size).toBe(count);
  },
);
