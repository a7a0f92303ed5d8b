import { expect, test } from 'vitest';

import { CATALOG } from '../../src/rules/species/catalog.ts';
import { aKeptHouse } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';

const SCORES: Readonly<Record<string, number>> = { rice: 0.45, soap: 0.1, ball: 0.61, string: 0.61 };

eachDatabase((place) => {
  test('tried items are listed once each with their latest score, best liked first', async () => {
    let tuna = 0.45;
    const judge = ({ item }: { readonly item: string }) => (item === 'tuna' ? tuna : (SCORES[item] ?? null));
    const { wren } = await aKeptHouse(await place.fresh(), { judge });
    await wren.hatch();
    expect((await wren.care({ action: 'feed', item: 'tuna' })).status).toBe(200);
    const first = { feed: [{ item: 'tuna', category: 'neutral', score: 0.45 }] };
    expect((await wren.preferences()).body['discovered']).toEqual(first);
    tuna = 0.9;
    for (const [action, item] of [
      ['feed', 'soap'],
      ['feed', 'tuna'],
      ['feed', 'rice'],
      ['feed', 'tuna'],
      ['play', 'string'],
      ['play', 'ball'],
      ['play', 'nobody knows'],
      ['play', undefined],
      ['reflect', undefined],
    ])
      expect((await wren.care({ action, item })).status).toBe(200);
    expect((await wren.preferences()).body['discovered']).toEqual({
      feed: [
        { item: 'tuna', category: 'loved', score: 0.9 },
        { item: 'rice', category: 'neutral', score: 0.45 },
        { item: 'soap', category: 'harmful', score: 0.1 },
      ],
      play: [
        { item: 'ball', category: 'loved', score: 0.61 },
        { item: 'string', category: 'loved', score: 0.61 },
      ],
    });
  });
});

test('each creature has the tastes of its species and its own, and the newest living one is the default', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { judge: () => 0.9 });
  const ada = await wren.hatch({ name: 'Ada' });
  await wren.care({ action: 'feed', item: 'tuna' });
  house.clock.forward('1s');
  const bea = await wren.hatch({ name: 'Bea', species_slug: 'housecat' });
  const preferences = CATALOG.find(({ slug }) => slug === 'housecat')?.tastes;
  const untried = { creature: { id: bea }, preferences, discovered: {} };
  expect((await wren.preferences()).body).toMatchObject(untried);
  for (const query of [`?creature_id=${ada}`, `?id=${ada}`])
    expect((await wren.preferences(query)).body).toMatchObject({
      creature: { id: ada },
      discovered: { feed: [{ item: 'tuna' }] },
    });
  await wren.release({ id: bea });
  expect((await wren.preferences()).body).toMatchObject({ creature: { id: ada } });
  house.clock.forward('40h');
  expect((await wren.preferences(`?id=${ada}`)).status).toBe(200);
});
