import { expect, test } from 'vitest';

import { CATALOG } from '../../src/rules/species/catalog.ts';
import { communitySpecies } from '../../src/rules/species/species.ts';
import { speciesRegistry } from '../../src/features/species/species-registry.ts';
import { insertCommunitySpecies } from '../../src/features/species/species.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { storeWith } from '../support/store-with.ts';
import { aDesign, aKeeper } from '../support/stored-residents.ts';

eachDatabase(({ fresh }) => {
  test('built-in species are found without a query', async () => {
    const store = await fresh();
    const book = speciesRegistry(storeWith(store, { one: () => Promise.reject(new Error('asked')) }));
    for (const species of CATALOG) expect(await book.find(species.slug)).toBe(species);
  });

  test('a designed species is read once, and concurrent requests share the object', async () => {
    const store = await fresh();
    const { id } = await aKeeper(store);
    await insertCommunitySpecies(store, aDesign(), { creatorId: id, now: 1 });
    let reads = 0;
    const counting = storeWith(store, {
      one: (query, values) => {
        reads += 1;
        return store.one(query, values);
      },
    });
    const book = speciesRegistry(counting);
    const [first, second] = await Promise.all([book.find('moss_fox'), book.find('moss_fox')]);
    expect(first).toEqual(communitySpecies(aDesign()));
    expect(second).toBe(first);
    expect(await book.find('moss_fox')).toBe(first);
    expect(reads).toBe(1);
  });

  test('an unknown slug is found as soon as it is published', async () => {
    const store = await fresh();
    const { id } = await aKeeper(store);
    const book = speciesRegistry(store);
    expect(await book.find('moss_fox')).toBeUndefined();
    await insertCommunitySpecies(store, aDesign(), { creatorId: id, now: 1 });
    expect(await book.find('moss_fox')).toMatchObject({ slug: 'moss_fox', tier: 'community' });
  });

  test('a species published during its lookup stays cached', async () => {
    const store = await fresh();
    const book = speciesRegistry(store);
    const looking = book.find('moss_fox');
    const species = communitySpecies(aDesign());
    book.add(species);
    expect(await looking).toBeUndefined();
    expect(await book.find('moss_fox')).toBe(species);
  });

  test('a failed lookup is not cached', async () => {
    const store = await fresh();
    const { id } = await aKeeper(store);
    await insertCommunitySpecies(store, aDesign(), { creatorId: id, now: 1 });
    let gone = true;
    const book = speciesRegistry(
      storeWith(store, {
        one: (query, values) => (gone ? Promise.reject(new Error('gone')) : store.one(query, values)),
      }),
    );
    await expect(book.find('moss_fox')).rejects.toThrow('gone');
    gone = false;
    expect(await book.find('moss_fox')).toMatchObject({ slug: 'moss_fox' });
  });

  test('the cache of species is bounded', async () => {
    const book = speciesRegistry(await fresh());
    const first = communitySpecies(aDesign({ slug: 'first' }));
    book.add(first);
    for (let n = 0; n < 5000; n += 1) book.add(communitySpecies(aDesign({ slug: `s${n}` })));
    expect(await book.find('first')).toBeUndefined();
    expect(await book.find('s4999')).toMatchObject({ slug: 's4999' });
  });
});
