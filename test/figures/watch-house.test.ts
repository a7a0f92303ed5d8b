import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { appearanceOf } from '../../src/rules/situation.ts';
import { readHouseSnapshot, readNews } from '../../src/features/public/news.ts';
import { viewCreature } from '../../src/features/public/view-creature.ts';
import { aKeeper, letFeel, withSeed } from '../support/asking.ts';
import { SLEEPLESS, SLEEPYHEAD } from '../support/creature.ts';
import { aHouse } from '../support/house.ts';
import { abandon, adopted, care, kept, look, turnTo } from '../support/keeping.ts';
import { anyStore } from '../support/stores/any-store.ts';

test('the creature with the least time left is named even if many have an earlier event', async () => {
  const lived = await aHouse(await anyStore(), { house: { random: withSeed(SLEEPLESS) } });
  const lost = await kept(lived, 'housecat', 'wren');
  lived.clock.forward('24h');
  // More than the snapshot reads by next event.
  for (let nth = 0; nth < 14; nth += 1) await kept(lived, 'jackrabbit', `keeper-${nth}`);
  lived.clock.forward('1m');
  const { inNeed } = await readHouseSnapshot(lived.house, lived.clock.now());
  expect(inNeed.map(({ creature }) => creature.id)).toEqual([lost.id]);
});

test('hatchings, growth, deaths and reflections are listed newest first, without test accounts', async () => {
  const lived = await aHouse(await anyStore());
  const [wren, tester] = [await kept(lived, 'housecat', 'wren'), await kept(lived, 'beagle', 'test-bo')];
  for (const one of [wren, tester])
    await care(one, 'reflect', { creature_id: one.id, notes: 'A <b>quiet</b> & long day.' });
  await abandon(wren);
  const second = await adopted(wren, 'tabby', 'Moss');
  const now = lived.clock.now();
  const watched = await readHouseSnapshot(lived.house, now);
  expect(watched.totals).toMatchObject({ alive: 1, gravestones: 2, agents: 2 });
  expect(watched.births.map(({ who }) => who.id)).toEqual([second, wren.id]);
  expect(watched.growth).toMatchObject([{ kind: 'grew', to: 'child', who: { id: wren.id } }]);
  const who = { id: wren.id, species: { slug: 'housecat' } };
  const dead = { ...who, name: 'Bo', keeper: { username: 'wren', displayName: 'wren' } };
  const stone = { deathNumber: 1, stageReached: 'child', caretaker: 'wren' };
  expect(watched.deaths).toMatchObject([{ kind: 'died', who: dead, stone }]);
  expect(watched.reflections).toMatchObject([{ who, note: 'A <b>quiet</b> & long day.' }]);
  const { items: news } = await readNews(lived.house, now, 9);
  const told = news.map((item) => `${item.kind} ${item.who.id}`);
  expect(told).toEqual([`born ${second}`, `died ${wren.id}`, `born ${wren.id}`]);
  expect((await readNews(lived.house, now, 1)).items).toEqual(news.slice(0, 1));
});

test('creatures in need are sorted by time of death, and a fed one is not listed', async () => {
  const lived = await aHouse(await anyStore(), { house: { random: withSeed(SLEEPLESS) } });
  const hungry = await kept(lived, 'housecat', 'wren');
  lived.clock.forward('3h');
  const later = await kept(lived, 'housecat', 'bo');
  lived.clock.forward('11h');
  const fed = await kept(lived, 'housecat', 'ada');
  await care(fed, 'feed');
  const { inNeed } = await readHouseSnapshot(lived.house, lived.clock.now());
  expect(inNeed.map(({ creature }) => creature.id)).toEqual([hungry.id, later.id]);
  const [first, second] = inNeed.map(({ observed }) => observed.deathClock.diesAt);
  expect(first).toBeLessThan(second ?? 0);
});

test('a creature in danger is listed before one with a late meal that would die sooner', async () => {
  const lived = await aHouse(await anyStore(), { house: { random: withSeed(SLEEPLESS) } });
  const late = await aKeeper(lived, 'wren');
  const hungry = await late.hatch({ species_slug: 'housecat' });
  lived.clock.forward('10h');
  const other = await aKeeper(lived, 'bo');
  const failing = await other.hatch({ species_slug: 'snail' });
  await letFeel(lived.house, other.id, failing, { health: 18 });
  const { inNeed } = await readHouseSnapshot(lived.house, lived.clock.now());
  expect(inNeed.map(({ creature }) => creature.id)).toEqual([failing, hungry]);
  expect(inNeed.map(({ observed }) => appearanceOf(observed))).toEqual(['failing', 'unfed']);
  const [first = 0, second = 0] = inNeed.map(({ observed }) => observed.deathClock.diesAt);
  expect(first).toBeGreaterThan(second);
  const { text } = await lived.ask({ path: '/', headers: { accept: 'text/html' } });
  expect(text).toContain('Its meal is 4 h late.');
  expect(text.indexOf('appearance-failing')).toBeLessThan(text.indexOf('appearance-unfed'));
});

test('a creature that fell asleep is not listed as awake', async () => {
  const lived = await aHouse(await anyStore(), { house: { random: withSeed(SLEEPYHEAD) } });
  const wren = await kept(lived, 'housecat');
  await care(wren, 'feed');
  const asleep = async () =>
    (await viewCreature(lived.house, wren.id, lived.clock.now()))?.observed?.asleepUntil;
  turnTo(lived, Math.ceil(lived.clock.now() / HOUR) * HOUR);
  while (!(await asleep())) lived.clock.forward('1h');
  expect((await readHouseSnapshot(lived.house, lived.clock.now())).awake).toEqual([]);
  while (await asleep()) lived.clock.forward('1h');
  const { awake } = await readHouseSnapshot(lived.house, lived.clock.now());
  expect(awake.map(({ creature }) => creature.id)).toEqual([wren.id]);
  expect((await look(wren)).creature.alive).toBe(true);
});
