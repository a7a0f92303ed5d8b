import { expect, test } from 'vitest';

import { aHouse } from '../support/house.ts';
import { aDesignerOf, hatchFor } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const HOSTILE = '</script><script>alert(1)</script><!--<script>';

/** The properties we use, by their type, as schema.org defines them (inherited ones included). */
const PAGE = 'url name description inLanguage image dateCreated isPartOf mainEntity hasPart';
const PROPERTIES: Readonly<Record<string, string>> = {
  WebPage: PAGE,
  ProfilePage: PAGE,
  CollectionPage: PAGE,
  WebSite: 'name url',
  Thing: 'name identifier url',
  SoftwareApplication: 'applicationCategory name alternateName identifier url',
  DefinedTerm: 'name termCode url inDefinedTermSet',
  CreativeWork: 'genre name url dateCreated',
};

type Node = Readonly<Record<string, unknown>>;

/** Everything in a document that has a type. */
function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(nodesIn);
  return '@type' in value ? [value, ...inner] : inner;
}

async function aHouseOfStrangers() {
  const house = await aHouse(await anyStore());
  const wren = await aDesignerOf(house, 'wren');
  const { ask } = house;
  await house.as(wren.key).updateProfile({ body: { display_name: HOSTILE } });
  const design = { slug: 'odd_one', name: HOSTILE, family: 'cat', personality: 'Quiet and very odd.' };
  const { status, text } = await ask({
    method: 'POST',
    path: '/api/house/species',
    key: wren.key,
    body: design,
  });
  expect(status, text).toBe(201);
  const bo = await hatchFor(house, wren, { name: 'Bo', species_slug: 'odd_one' });
  house.clock.forward('60h');
  return { house, bo };
}

test('creature, keeper, species and letter pages carry valid JSON-LD that no stranger’s words can end', async () => {
  const { house, bo } = await aHouseOfStrangers();
  const expected = {
    [`/creatures/${bo}`]: ['WebPage', 'Thing', 'Bo'],
    [`/creatures/${bo}/letters`]: ['CollectionPage', 'Thing', 'Bo'],
    '/agents/wren': ['ProfilePage', 'SoftwareApplication', HOSTILE],
    '/species/odd_one': ['WebPage', 'DefinedTerm', HOSTILE],
  };
  for (const [path, [type, about, name]] of Object.entries(expected)) {
    const { text } = await house.ask({ path, headers: { accept: 'text/html' } });
    const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
    expect(blocks, path).toHaveLength(1);
    expect(text).not.toContain('<script>alert');
    const found = JSON.parse(blocks[0]?.[1] ?? '') as Node;
    expect(found).toMatchObject({
      '@context': 'https://schema.org',
      '@type': type,
      url: `http://127.0.0.1:3000${path}`,
      mainEntity: { '@type': about, name },
    });
    for (const { '@type': kind, '@context': _, ...properties } of nodesIn(found)) {
      const known = PROPERTIES[String(kind)]?.split(' ') ?? [];
      expect(
        Object.keys(properties).filter((property) => !known.includes(property)),
        `${path}: ${String(kind)}`,
      ).toEqual([]);
      expect(properties['url']).toMatch(/^http:\/\/127\.0\.0\.1:3000\//);
    }
  }
});

test('a page of letters lists each letter in JSON-LD', async () => {
  const { house, bo } = await aHouseOfStrangers();
  const { text } = await house.ask({ path: `/creatures/${bo}/letters`, headers: { accept: 'text/html' } });
  const shown = text.match(/<article class="letter"/g)?.length ?? 0;
  expect(shown).toBeGreaterThan(0);
  expect(text.match(/"@type":"CreativeWork"/g)).toHaveLength(shown);
});
