import { expect, test } from 'vitest';

import type { Database, Transaction } from '../../packages/database/db.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { communitySpecies } from '../../src/rules/species/species.ts';
import { speciesRegistry } from '../../src/features/species/species-registry.ts';
import * as designs from '../../src/features/species/species.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { storeWith } from '../support/store-with.ts';
import { aDesign, aKeeper } from '../support/stored-residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

eachDatabase(({ fresh }) => {
  test('a design is stored unchanged, with its designer, date and adoptions', async () => {
    const db = await fresh();
    const { id } = await aKeeper(db, { username: 'wren' });
    expect(await designs.hasDesignedSpecies(db, id)).toBe(false);
    const nothing = { specialMechanic: undefined, imagePrompt: undefined, look: undefined };
    const bare = aDesign({ slug: 'bare', traits: [], ...nothing });
    await designs.insertCommunitySpecies(db, aDesign(), { creatorId: id, now: 1_790_000_000_123 });
    await designs.insertCommunitySpecies(db, bare, { creatorId: id, now: 1 });
    expect(await designs.hasDesignedSpecies(db, id)).toBe(true);
    expect(await designs.findDesign(db, 'moss_fox')).toStrictEqual(aDesign());
    expect(await designs.findDesign(db, 'bare')).toStrictEqual(bare);
    expect(await designs.findDesign(db, 'nobody')).toBeUndefined();
    const countAdoption = async (tx: Transaction) => designs.countCommunityAdoption(tx, 'moss_fox');
    for (let n = 0; n < 2; n += 1) await db.transaction(countAdoption);
    expect(await designs.findCommunitySpecies(db, 'moss_fox')).toStrictEqual({
      ...aDesign(),
      creator: { id, username: 'wren', displayName: 'WREN', avatarUrl: undefined },
      adoptions: 2,
      createdAt: 1_790_000_000_123,
    });
  });

  test('designs are found by name in either case of its ASCII letters, at most two', async () => {
    const db = await fresh();
    const { id: creatorId } = await aKeeper(db, { username: 'wren' });
    for (const [slug, name] of Object.entries({
      a1: 'Moss Otter',
      b1: 'Élan',
      b2: 'élan',
      c1: 'Fox',
      c2: 'FOX',
      c3: 'fox',
    }))
      await designs.insertCommunitySpecies(db, aDesign({ slug, name }), { creatorId, now: 1 });
    expect(await designs.slugsNamed(db, 'moss OTTER')).toEqual(['a1']);
    expect(await designs.slugsNamed(db, 'ÉLAN')).toEqual(['b1']);
    expect(await designs.slugsNamed(db, 'fox')).toEqual(['c1', 'c2']);
    expect(await designs.slugsNamed(db, 'moss')).toEqual([]);
  });
});

test('the registry answers built-in species without a query and reads a designed one once', async () => {
  const store = await anyStore();
  let reads = 0;
  const book = speciesRegistry(
    storeWith(store, {
      one: (query, values) => {
        reads += 1;
        return store.one(query, values);
      },
    }),
  );
  for (const species of CATALOG) expect(await book.find(species.slug)).toBe(species);
  expect(reads).toBe(0);
  expect(await book.find('moss_fox')).toBeUndefined();
  const { id } = await aKeeper(store);
  await designs.insertCommunitySpecies(store, aDesign(), { creatorId: id, now: 1 });
  const [first, second] = await Promise.all([book.find('moss_fox'), book.find('moss_fox')]);
  expect(first).toEqual(communitySpecies(aDesign()));
  expect(second).toBe(first);
  expect(await book.find('moss_fox')).toBe(first);
  expect(reads).toBe(2);
});

test('the registry keeps a species published during its lookup', async () => {
  const book = speciesRegistry(await anyStore());
  const looking = book.find('moss_fox');
  const species = communitySpecies(aDesign());
  book.add(species);
  expect(await looking).toBeUndefined();
  expect(await book.find('moss_fox')).toBe(species);
});

test('the registry does not cache a failed lookup', async () => {
  const store = await anyStore();
  const { id } = await aKeeper(store);
  await designs.insertCommunitySpecies(store, aDesign(), { creatorId: id, now: 1 });
  let gone = true;
  const one: Database['one'] = (query, values) =>
    gone ? Promise.reject(new Error('gone')) : store.one(query, values);
  const book = speciesRegistry(storeWith(store, { one }));
  await expect(book.find('moss_fox')).rejects.toThrow('gone');
  gone = false;
  expect(await book.find('moss_fox')).toMatchObject({ slug: 'moss_fox', tier: 'community' });
});

test('the registry is bounded', async () => {
  const book = speciesRegistry(await anyStore());
  book.add(communitySpecies(aDesign({ slug: 'first' })));
  for (let n = 0; n < 5000; n += 1) book.add(communitySpecies(aDesign({ slug: `s${n}` })));
  expect(await book.find('first')).toBeUndefined();
  expect(await book.find('s4999')).toMatchObject({ slug: 's4999' });
});
