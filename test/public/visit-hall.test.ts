import { expect, test } from 'vitest';

import { HALL_CATEGORIES } from '../../src/rules/vocabulary.ts';
import { readHall } from '../../src/features/public/hall.ts';
import { aKeeper, aPlainHouse } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { storeWith } from '../support/store-with.ts';

eachDatabase((place) => {
  test.each(HALL_CATEGORIES)(
    'a page beyond the end of %s does not scan the whole board',
    async (category) => {
      const { house, clock, ...rest } = await aPlainHouse(await place.fresh());
      const wren = await aKeeper({ house, clock, ...rest });
      await wren.hatch();
      const boardsRead: string[] = [];
      const store = storeWith(house.store, {
        all(query, values) {
          if (query.text.includes('offset')) boardsRead.push(query.text);
          return house.store.all(query, values);
        },
      });
      const visit = (page: number) =>
        readHall({ ...house, store }, { category, paging: { page, perPage: 1 } }, clock.now());
      await visit(1);
      expect(boardsRead).toHaveLength(1);
      expect((await visit(2)).board).toEqual({ category, entries: [] });
      expect((await visit(9_007_199_254_740_991)).board).toEqual({ category, entries: [] });
      expect(boardsRead).toHaveLength(1);
    },
  );
});
