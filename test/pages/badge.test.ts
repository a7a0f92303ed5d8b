import { Resvg } from '@resvg/resvg-js';
import { describe, expect, test } from 'vitest';

import { withSeed } from '../support/asking.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { abandon, adopt, aHome, kept, release } from '../support/keeping.ts';
import { inside, readXml } from './xml.ts';

async function badgeOf(house: TestHouse, id: string) {
  const told = await house.ask({ path: `/creatures/${id}/badge.svg` });
  expect(told.status, told.text).toBe(200);
  // A real SVG parser must accept it, too.
  expect(() => new Resvg(told.text, { font: { loadSystemFonts: false } }).render()).not.toThrow();
  const svg = readXml(told.text);
  const [group] = inside(svg, 'g');
  return {
    ...told,
    says: svg.attributes['aria-label'],
    lines: group ? inside(group, 'text').map(({ text }) => text) : [],
  };
}

const colourOf = (svg: string) => /z" fill="(#\w+)"/.exec(svg)?.[1];

eachDatabase(({ fresh }) => {
  describe('the badge of a creature', () => {
    test('tells its name, its stage and its mood, and can do nothing by itself', async () => {
      const house = await aHouse(await fresh(), { house: { random: withSeed(SLEEPLESS) } });
      const { id } = await kept(house, 'housecat');
      const { says, lines, headers } = await badgeOf(house, id);
      expect(says).toBe('Bo: baby, happy');
      expect(lines).toEqual(['Bo', 'baby, happy']);
      expect(headers['content-type']).toBe('image/svg+xml');
      expect(headers['cache-control']).toBe('public, max-age=60');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['etag']).toBeDefined();
    });

    test('shows danger in words and colour', async () => {
      const house = await aHouse(await fresh(), { house: { random: withSeed(SLEEPLESS) } });
      const { id } = await kept(house, 'housecat');
      const well = await badgeOf(house, id);
      house.clock.forward('14h');
      expect((await badgeOf(house, id)).says).toBe('Bo: baby, waiting for its meal');
      house.clock.forward('12h');
      const { says, text } = await badgeOf(house, id);
      expect(says).toMatch(/^Bo: child, dies in \d+ hours if nobody comes: it needs food$/);
      expect(colourOf(text)).not.toBe(colourOf(well.text));
    });

    test('hatches no egg', async () => {
      const house = await aHouse(await fresh());
      const { creature } = await adopt(await aHome(house, { username: 'wren' }), { name: 'Egg' });
      for (const _ of [1, 2]) {
        expect((await badgeOf(house, creature.id)).says).toBe('Egg: egg');
        house.clock.forward('2h');
      }
    });

    test('still exists after death', async () => {
      const house = await aHouse(await fresh());
      const lost = await kept(house, 'housecat', 'wren');
      await abandon(lost);
      expect((await badgeOf(house, lost.id)).says).toBe('Bo: at rest');
      const free = await kept(house, 'housecat', 'bo');
      await release(free);
      expect((await badgeOf(house, free.id)).says).toBe('Bo: set free');
    });

    test('shows no mood of a creature that hides it', async () => {
      const house = await aHouse(await fresh(), { house: { random: withSeed(SLEEPLESS) } });
      const { id } = await kept(house, 'hedgehog');
      expect((await badgeOf(house, id)).says).toBe('Bo: baby');
    });

    test('takes any name for words', async () => {
      const house = await aHouse(await fresh());
      const { id } = await kept(house, 'housecat');
      const name = `</text><script>x</script>&"'\u0007 of a great many letters`;
      await house.house.store.run({ text: 'update creatures set name = $2 where id = $1' }, [id, name]);
      expect((await badgeOf(house, id)).lines[0]).toBe(`</text><script>x</scrip…`);
    });

    test('is a 404 for an unknown creature', async () => {
      const house = await aHouse(await fresh());
      for (const id of ['nobody', '0f0f0f0f-0000-4000-8000-000000000000', '%3Csvg%3E'])
        expect((await house.ask({ path: `/creatures/${id}/badge.svg` })).status).toBe(404);
    });
  });
});
