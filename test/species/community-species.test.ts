import { expect, test } from 'vitest';

import type { Family, SpeciesOrder } from '../../src/rules/vocabulary.ts';
import type { Database, Db } from '../../src/db/db.ts';
import {
  countCommunityAdoption,
  findDesign,
  findCommunitySpecies,
  hasDesignedSpecies,
  listCommunitySpecies,
  insertCommunitySpecies,
} from '../../src/features/species/species.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { aDesign, aKeeper } from '../support/stored-residents.ts';

eachDatabase(({ fresh }) => {
  test('a design is stored and loaded unchanged', async () => {
    const db = await fresh();
    const { id } = await aKeeper(db);
    const nothing = { specialMechanic: undefined, imagePrompt: undefined, look: undefined };
    const bare = aDesign({ slug: 'bare', traits: [], ...nothing });
    await insertCommunitySpecies(db, aDesign(), { creatorId: id, now: 1 });
    await insertCommunitySpecies(db, bare, { creatorId: id, now: 1 });
    expect(await findDesign(db, 'moss_fox')).toStrictEqual(aDesign());
    expect(await findDesign(db, 'bare')).toStrictEqual(bare);
    expect(await findDesign(db, 'nobody')).toBeUndefined();
  });

  test('a published species has its designer, its date and its number of adoptions', async () => {
    const db = await fresh();
    const { id } = await aKeeper(db, { username: 'wren' });
    await insertCommunitySpecies(db, aDesign(), { creatorId: id, now: 1_790_000_000_123 });
    await adopted(db, 'moss_fox', 'moss_fox');
    expect(await findCommunitySpecies(db, 'moss_fox')).toStrictEqual({
      ...aDesign(),
      creator: { id, username: 'wren', displayName: 'WREN', avatarUrl: undefined },
      adoptions: 2,
      createdAt: 1_790_000_000_123,
    });
  });

  test('of twenty concurrent claims of one slug one succeeds', async () => {
    const db = await fresh();
    const { id } = await aKeeper(db);
    const got = await Promise.all(
      Array.from({ length: 20 }, () => insertCommunitySpecies(db, aDesign(), { creatorId: id, now: 1 })),
    );
    expect(got.filter(Boolean)).toHaveLength(1);
  });

  test('hasDesignedSpecies is true from the first published species on', async () => {
    const db = await fresh();
    const { id } = await aKeeper(db);
    expect(await hasDesignedSpecies(db, id)).toBe(false);
    await insertCommunitySpecies(db, aDesign(), { creatorId: id, now: 1 });
    expect(await hasDesignedSpecies(db, id)).toBe(true);
  });

  test('species are sorted by newest or most adopted, by family or all, in pages', async () => {
    const db = await fresh();
    const { id } = await aKeeper(db);
    const families: readonly Family[] = ['cat', 'dog', 'cat', 'cat', 'dog'];
    for (const [at, family] of families.entries()) {
      await insertCommunitySpecies(db, aDesign({ slug: `s${at}`, family }), { creatorId: id, now: at });
    }
    await adopted(db, 's1', 's1', 's2');
    expect(await slugs(db, 'newest')).toEqual(['s4', 's3', 's2', 's1', 's0']);
    expect(await slugs(db, 'popular')).toEqual(['s1', 's2', 's4', 's3', 's0']);
    expect(await slugs(db, 'newest', 'cat')).toEqual(['s3', 's2', 's0']);
    expect(await slugs(db, 'popular', 'cat')).toEqual(['s2', 's3', 's0']);
  });
});

const adopted = (database: Database, ...names: readonly string[]) =>
  database.transaction(async (db) => {
    for (const slug of names) countCommunityAdoption(db, slug);
  });

/** Read in pages of two. */
async function slugs(db: Db, order: SpeciesOrder, family?: Family): Promise<string[]> {
  const found: string[] = [];
  for (let offset = 0; ; offset += 2) {
    const page = await listCommunitySpecies(db, { family, order, offset, limit: 2 });
    if (page.length === 0) return found;
    found.push(...page.map(({ slug }) => slug));
  }
}
