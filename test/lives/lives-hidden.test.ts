import { expect, test } from 'vitest';

import { ACTIONS, STATS } from '../../src/rules/vocabulary.ts';
import type { TasteJudge } from '../../src/outside/taste-judge.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { adopted, aHome, audited, care, history, look, seeded, WARY, type Kept } from '../support/keeping.ts';
import { lexicalJudge } from '../care/lexical-judge.ts';

async function aHedgehog(place: Place, tastes: TasteJudge = WARY): Promise<Kept> {
  let ids = 0;
  const id = () => `00000000-0000-4000-8000-${String(ids++).padStart(12, '0')}`;
  const house = await aHouse(await place.fresh(), {
    house: { tastes, random: { ...seeded(SLEEPLESS), id } },
  });
  const home = await aHome(house, { username: 'wren' });
  return { ...home, id: await adopted(home, 'hedgehog', 'Spike') };
}

/** Reflects until it trusts this much: one point each time, as it is slow to trust. */
async function winOver(one: Kept, from: number, to: number): Promise<unknown[]> {
  const told: unknown[] = [];
  for (let trust = from; trust < to; trust += 1)
    told.push(await care(one, 'reflect', { creature_id: one.id }));
  return told;
}

/** Every field named like a stat, with its path. */
function statsIn(value: unknown, path = ''): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((each, at) => statsIn(each, `${path}/${at}`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    const isStat = STATS.some((stat) => name === stat || name.startsWith(`${stat}_`));
    return isStat ? [[`${path}/${name}`, each]] : statsIn(each, `${path}/${name}`);
  });
}

const shownIn = (reply: unknown) => statsIn(reply).filter(([, value]) => value !== null);

// The time of death depends on health, and effectiveness on all stats; both are promised to every keeper. The hint
// and the reason of the check-in depend on harmful items, which item_result names.
const MAY_TELL = [
  '/death_clock/',
  '/effectiveness',
  '/tip',
  '/item_result/',
  '/hint',
  '/recommended_checkin/reason',
];

/** All answers about a hedgehog that was given thistles, judged by `tastes`. */
async function lifeOf(place: Place, tastes: TasteJudge): Promise<readonly unknown[]> {
  const home = await aHedgehog(place, tastes);
  const replies: unknown[] = [];
  for (let times = 1; times <= 4; times += 1) await care(home, 'feed', { item: 'thistles' });
  for (const action of ACTIONS) {
    replies.push(await care(home, action), await look(home));
    home.house.clock.forward('40m');
  }
  replies.push(await history(home), await home.house.as(home.key).listGraveyard());
  return replies;
}

function differences(one: unknown, other: unknown, path = ''): string[] {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other)
    return one === other ? [] : [path];
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) =>
    differences(left.get(name), right.get(name), `${path}/${name}`),
  );
}

const ALL = { hunger: null, happiness: null, health: null, trust: null, discipline: null } as const;

eachDatabase((place) => {
  test('a hedgehog hides all stats below trust 50', async () => {
    const one = await aHedgehog(place);
    const { creature } = await one.house.as(one.key).adoptCreature({
      body: { name: 'Egg', species_slug: 'hedgehog' },
    });
    expect(creature).toMatchObject({ ...ALL, hidden_stats: [...STATS] });
    one.house.clock.forward('4h');
    const replies: unknown[] = [await look(one, one.id), await look(one, creature.id)];
    for (const action of ['feed', 'play', 'clean', 'medicine', 'discipline', 'sleep'] as const)
      replies.push(await care(one, action, { creature_id: one.id }));
    replies.push(...(await winOver(one, 20, 40)));
    replies.push(await look(one, one.id), await look(one, creature.id), await history(one, one.id));
    replies.push(await one.house.as(one.key).getCreatureStatus({ query: { id: one.id, view: 'brief' } }));
    expect(replies.flatMap(shownIn)).toEqual([]);
    expect(replies).toHaveLength(32);
    const { creature: shy, other_creatures: others } = await look(one, one.id);
    expect(shy).toMatchObject({ ...ALL, hidden_stats: [...STATS], mood: 'content' });
    expect(others).toMatchObject([{ ...ALL, hidden_stats: [...STATS], mood: 'content' }]);
    expect(await audited(one.house)).toEqual([]);
  });

  test('a hedgehog shows its hunger from trust 50 and all stats from trust 90', async () => {
    const one = await aHedgehog(place);
    await winOver(one, 20, 49);
    expect((await look(one)).creature).toMatchObject(ALL);
    const crossing = await care(one, 'reflect');
    expect(crossing.action_result.changes).toEqual({});
    expect(crossing).not.toHaveProperty('milestones');
    const half = {
      ...ALL,
      hunger: expect.any(Number),
      hidden_stats: STATS.filter((stat) => stat !== 'hunger'),
    };
    expect(crossing.creature).toMatchObject(half);
    expect((await look(one)).creature).toMatchObject(half);
    const replies = await winOver(one, 50, 89);
    expect(replies.flatMap(shownIn).every(([path]) => path.includes('/hunger'))).toBe(true);
    expect((await look(one)).creature).toMatchObject(half);
    const open = await care(one, 'reflect');
    expect(open.creature).toMatchObject({ trust: 90, health: 100, discipline: 0 });
    expect(open.creature).not.toHaveProperty('hidden_stats');
    expect((await look(one)).creature).toMatchObject({ trust: 90, health: 100 });
    expect((await care(one, 'reflect')).action_result.changes).toEqual({ trust: { before: 90, after: 91 } });
    expect(await audited(one.house)).toEqual([]);
  });

  test('stats hidden at the time stay hidden in the log', async () => {
    const one = await aHedgehog(place);
    await care(one, 'discipline');
    await winOver(one, 19.5, 90);
    const { creature } = await look(one);
    expect(creature.trust).toBeGreaterThanOrEqual(90);
    await care(one, 'play');
    const { care_log: log } = await history(one);
    const [newest, ...before] = log;
    expect(newest).toMatchObject({ action: 'play', hunger_before: expect.any(Number), health_after: 100 });
    const early = before.slice(-20);
    expect(early.flatMap(shownIn)).toEqual([]);
    expect(early).toHaveLength(20);
  });

  test('milestones of hidden stats are reported and listed once the stat is visible, and reported once', async () => {
    const one = await aHedgehog(place);
    const named = (milestones: readonly { type: string; threshold: unknown }[] = []) =>
      milestones
        .map(({ type, threshold }) => `${type} ${String(threshold)}`)
        .filter((each) => each.startsWith('trust'));
    for (let trust = 20; trust < 89; trust += 1)
      expect(named((await care(one, 'reflect')).milestones)).toEqual([]);
    expect(named((await history(one)).milestones)).toEqual([]);
    const all = ['trust_milestone 50', 'trust_milestone 75', 'trust_milestone 90'];
    expect(named((await care(one, 'reflect')).milestones)).toEqual(all);
    expect(named((await look(one)).milestones)).toEqual([]);
    expect(named((await history(one)).milestones)).toEqual(all);
    expect(await audited(one.house)).toEqual([]);
  });

  test('two hedgehogs that differ only in hidden stats look the same except for their clocks', async () => {
    const [ill, well] = [await lifeOf(place, WARY), await lifeOf(place, lexicalJudge())];
    const telling = differences(ill, well).filter((path) => !MAY_TELL.some((name) => path.includes(name)));
    expect(telling).toEqual([]);
    expect(differences(ill, well).length).toBeGreaterThan(0);
  });

  test('a hedgehog always shows the mood content', async () => {
    const one = await aHedgehog(place);
    const moods = new Set<string>();
    for (let hours = 0; hours < 34; hours += 2) {
      moods.add((await look(one)).creature.mood);
      one.house.clock.forward('2h');
    }
    expect([...moods]).toEqual(['content']);
    await adopted(one, 'tabby', 'Sib');
    expect((await look(one)).other_creatures).toMatchObject([{ ...ALL, mood: 'content' }]);
  });

  test('a pangolin below trust 40 hides all stats', async () => {
    const house = await aHouse(await place.fresh(), { house: { random: seeded(SLEEPLESS) } });
    const home = await aHome(house, { username: 'wren' });
    const one = { ...home, id: await adopted(home, 'pangolin') };
    const replies = [await care(one, 'feed'), await care(one, 'play'), ...(await winOver(one, 20, 30))];
    replies.push(await look(one), await history(one));
    expect(replies.flatMap(shownIn)).toEqual([]);
    expect(await audited(house)).toEqual([]);
  });
});
