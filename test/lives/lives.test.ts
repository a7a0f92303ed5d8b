import { expect, test } from 'vitest';

import { HOUR, iso, type Instant } from '../../src/rules/base/clock.ts';
import { FAMILIES, type Family, type Path } from '../../src/rules/vocabulary.ts';
import { settleDue } from '../../src/features/lives/settle.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import {
  adopt,
  adopted,
  aHome,
  atAges,
  audited,
  care,
  graveyard,
  history,
  look,
  seeded,
  turnTo,
  WARY,
  type Home,
} from '../support/keeping.ts';

// One of each family that eats twice a day; creatures are awake at 8:00 and 20:00.
const TWICE_A_DAY = { cat: 'lynx', dog: 'dire_wolf', exotic: 'turtle', 'ai-native': 'archive' } as const;

interface Raised extends Home {
  readonly hatchedAt: Instant;
}

async function raised(house: TestHouse, slug: string, username = 'wren'): Promise<Raised> {
  const home = await aHome(house, { username });
  await adopted(home, slug);
  return { ...home, hatchedAt: house.clock.now() };
}

function every(hours: number, from: number, until: number): number[] {
  return Array.from({ length: Math.ceil((until - from) / hours) }, (_, at) => from + at * hours);
}

/** Feeds all at the moments when `one` reaches these ages in hours. */
async function feedAt(all: readonly Raised[], ages: readonly number[]): Promise<void> {
  for (const { house, hatchedAt } of all.slice(0, 1)) {
    await atAges({ house }, { from: hatchedAt, ages }, async () => {
      for (const one of all) await feedWell(one);
    });
  }
}

/** Medicine makes up for the health that a missed meal costs. */
async function feedWell(one: Raised): Promise<void> {
  const { timing } = (await care(one, 'feed')).action_result;
  if (timing === 'missed_window') await care(one, 'medicine');
}

async function fallIllAndBeSaved(one: Raised): Promise<void> {
  for (let times = 1; times <= 4; times += 1) await care(one, 'medicine', { item: 'thistles' });
  await care(one, 'sleep', { item: 'thistles' });
  expect((await look(one)).creature).toMatchObject({ health: 15, mood: 'critical' });
  await care(one, 'medicine');
  expect((await look(one)).creature).toMatchObject({ health: 40 });
}

const ON_TIME = every(12, 8, 120);

/** Four ways to raise a creature, with the time of growing up and the result. */
const PATHS: Record<
  Path,
  {
    readonly meals: readonly number[];
    readonly grownAt: number;
    readonly forms: Readonly<Record<Family, string>>;
  }
> = {
  high_care: {
    meals: ON_TIME,
    grownAt: 120,
    forms: { cat: 'Hearthcat', dog: 'Sunpup', exotic: 'Bonded', 'ai-native': 'Attuned' },
  },
  balanced: {
    meals: [8, 32, ...every(12, 56, 120)],
    grownAt: 120,
    forms: { cat: 'Straycat', dog: 'Traildog', exotic: 'Wanderer', 'ai-native': 'Drifter' },
  },
  low_care: {
    meals: every(24, 8, 216),
    grownAt: 216,
    forms: { cat: 'Ceilingcat', dog: 'Ghostdog', exotic: 'Phantom', 'ai-native': 'Void' },
  },
  rescue: {
    meals: ON_TIME,
    grownAt: 120,
    forms: { cat: 'Scarcat', dog: 'Threelegs', exotic: 'Mender', 'ai-native': 'Phoenix' },
  },
};

eachDatabase((place) => {
  test.each(Object.entries(PATHS))(
    'on the path %s each family grows into its own form',
    async (path, { meals, grownAt, forms }) => {
      const house = await aHouse(await place.fresh(), { house: { tastes: WARY } });
      const all: (Raised & { readonly family: Family })[] = [];
      for (const family of FAMILIES)
        all.push({ ...(await raised(house, TWICE_A_DAY[family], family)), family });
      const grown = house.clock.now() + grownAt * HOUR;
      if (path === 'rescue') for (const one of all) await fallIllAndBeSaved(one);
      await feedAt(all, meals);
      turnTo(house, grown - 1);
      for (const one of all) expect((await look(one)).creature.stage).toBe('teen');
      turnTo(house, grown);
      for (const one of all) {
        const { creature } = await look(one);
        const form = forms[one.family];
        expect(creature).toMatchObject({ stage: 'adult', evolution_progress: { current_path: path, form } });
        expect(creature.evolution_progress.hint).toBeUndefined();
        const { evolution_history: grew } = await history(one);
        expect(grew).toMatchObject({ became_adult: iso(grown), evolution_path: path });
      }
      expect(await audited(house)).toEqual([]);
    },
  );

  test('a badly fed teen grows up at the very meal that raises its consistency to fifty', async () => {
    const house = await aHouse(await place.fresh());
    const one = await raised(house, 'lynx');
    await feedAt([one], [8, 32, 56, 80, 104, 128, 140, 152]);
    expect((await look(one)).creature).toMatchObject({
      stage: 'teen',
      evolution_progress: { consistency_score: 47.2, current_path: 'low_care', hint: expect.any(String) },
    });
    await feedAt([one], [164]);
    expect(await look(one)).toMatchObject({
      milestone: { stage: 'adult' },
      creature: { stage: 'adult', evolution_progress: { consistency_score: 52.5, current_path: 'balanced' } },
    });
    const { evolution_history: grew, care_log: log } = await history(one);
    expect(grew.became_adult).toBe(log[0]?.timestamp);
    expect(await audited(house)).toEqual([]);
  });

  test('a creature that was critical and got medicine in time grows up as rescued', async () => {
    const house = await aHouse(await place.fresh(), { house: { random: seeded(SLEEPLESS) } });
    const one = await raised(house, 'lynx');
    while ((await look(one)).creature.mood !== 'critical') {
      house.clock.forward('4h');
      await care(one, 'reflect');
    }
    await care(one, 'medicine');
    expect((await care(one, 'medicine')).creature.health).toBeGreaterThan(40);
    const { creature } = await look(one);
    expect(creature).toMatchObject({ feeding_status: 'critical', alive: true });
    await feedAt([one], every(12, 68, 200));
    expect((await look(one)).creature).toMatchObject({
      stage: 'adult',
      evolution_progress: { current_path: 'rescue', form: 'Scarcat' },
    });
    expect(await audited(house)).toEqual([]);
  });

  const NOTICED: Readonly<Record<string, (one: Raised) => Promise<unknown>>> = {
    'a look': (one) => look(one),
    'an act of care': (one) => care(one, 'reflect'),
    'a reader of its history': (one) => history(one),
    'a visitor of the graveyard': (one) => graveyard(one),
    'a visitor of the hall': ({ house }) => house.as().listHall(),
    'somebody who counts': ({ house }) => house.as().getHouseStats(),
    'the settler': ({ house: { house, clock } }) => settleDue(house, clock.now()),
    'a look at its sibling': (one) => adopted(one, 'tabby', 'Sib'),
  };

  test('the time of growing up does not depend on which request finds it', async () => {
    const house = await aHouse(await place.fresh());
    for (const [at, [who, notice]] of Object.entries(NOTICED).entries()) {
      const one = await raised(house, 'lynx', `keeper-${at}`);
      const { id } = (await look(one)).creature;
      await care(one, 'reflect');
      turnTo(house, one.hatchedAt + 31.4 * HOUR);
      await notice(one);
      const { evolution_history: grew, milestones } = await history(one, id);
      expect(grew, who).toMatchObject({
        egg_hatched: iso(one.hatchedAt),
        became_baby: iso(one.hatchedAt),
        became_child: iso(one.hatchedAt + 24 * HOUR),
        became_teen: null,
        became_adult: null,
        evolution_path: null,
      });
      const stages = milestones?.filter(({ type }) => type === 'stage_transition');
      expect(
        stages?.map(({ threshold }) => threshold),
        who,
      ).toEqual(['baby', 'child']);
    }
    expect(await audited(house)).toEqual([]);
  });

  test('each stage is reported once, by the next status of that creature', async () => {
    const house = await aHouse(await place.fresh());
    const one = await raised(house, 'lynx');
    expect((await look(one)).milestone).toBeUndefined();
    for (const [ages, stage] of [
      [[8, 20, 32], 'child'],
      [every(12, 44, 81), 'teen'],
      [every(12, 92, 129), 'adult'],
    ] as const) {
      await feedAt([one], ages);
      expect((await look(one)).milestone).toMatchObject({ stage, message: expect.any(String) });
      expect((await look(one)).milestone).toBeUndefined();
    }
  });

  test('of concurrent status requests one hatches the egg, and one reports each stage', async () => {
    const house = await aHouse(await place.fresh());
    const home = await aHome(house, { username: 'wren' });
    const { creature } = await adopt(home, { name: 'Egg', species_slug: 'tabby' });
    const lookAtOnce = () => Promise.all(Array.from({ length: 6 }, () => look(home, creature.id)));
    const hatching = await lookAtOnce();
    expect(hatching.filter(({ milestone }) => milestone?.stage === 'baby')).toHaveLength(1);
    house.clock.forward('25h');
    const growing = await lookAtOnce();
    expect(growing.filter(({ milestone }) => milestone?.stage === 'child')).toHaveLength(1);
    expect(await audited(house)).toEqual([]);
  });

  test('the first status after care alone reports every stage reached', async () => {
    const house = await aHouse(await place.fresh());
    const one = await raised(house, 'lynx');
    await feedAt([one], [...ON_TIME, 128]);
    const told = await look(one);
    expect(told.milestone).toMatchObject({ stage: 'adult' });
    expect(told.milestones).toMatchObject([
      { type: 'stage_transition', threshold: 'child' },
      { type: 'stage_transition', threshold: 'teen' },
    ]);
    expect(await look(one)).not.toHaveProperty('milestone');
    const { evolution_history: grew } = await history(one);
    expect(grew).toMatchObject({
      became_child: iso(one.hatchedAt + 24 * HOUR),
      became_teen: iso(one.hatchedAt + 72 * HOUR),
      became_adult: iso(one.hatchedAt + 120 * HOUR),
    });
    expect(await audited(house)).toEqual([]);
  });
});
