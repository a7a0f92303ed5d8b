import { expect, test } from 'vitest';

import { hangPortrait } from '../../src/store/portraits.ts';
import { aKeeper, aPlainHouse, of } from '../asking.ts';
import { after } from '../creature.ts';
import { eachDatabase } from '../databases.ts';

const at = (hours: number) => new Date(after(hours)).toISOString();

eachDatabase((place) => {
  test('portraits are shown as they come, and the newest is the creature’s picture', async () => {
    const { house, clock, ...rest } = await aPlainHouse(await place.fresh());
    const wren = await aKeeper({ house, clock, ...rest });
    const id = await wren.hatch();
    expect((await wren.status()).body).not.toHaveProperty('portraits');
    const portraits = [
      { stage: 'baby', imageUrl: '/portraits/1.png', generatedAt: after(0) },
      { stage: 'child', imageUrl: '/portraits/2.png', generatedAt: after(24) },
    ] as const;
    for (const portrait of portraits) await hangPortrait(house.store, id, portrait);
    const shown = [
      { stage: 'baby', image_url: '/portraits/1.png', generated_at: at(0) },
      { stage: 'child', image_url: '/portraits/2.png', generated_at: at(24) },
    ];
    const seen = { creature: { image_url: '/portraits/2.png' }, portraits: shown };
    expect((await wren.status()).body).toMatchObject(seen);
    clock.forward('36h');
    expect((await wren.status(`?id=${id}`)).body).toMatchObject({ ...seen, creature: { alive: false } });
  });

  test('a picture that was given is shown, unless a prompt asks for another', async () => {
    const wren = await aKeeper(await aPlainHouse(await place.fresh()));
    const image_url = 'https://example.com/bo.png';
    await wren.adopt({ image_url });
    expect(of(await wren.status(), 'creature', 'image_url')).toBe(image_url);
    const drawn = await wren.adopt({ image_url, image_prompt: 'a cat of glass' });
    const { body } = await wren.status(`?id=${String(of(drawn, 'creature', 'id'))}`);
    expect(of({ body }, 'creature', 'image_url')).toBeNull();
  });
});
